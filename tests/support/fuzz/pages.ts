import fc from "fast-check";

import type { FuzzRequest } from "./requests.ts";
import { encoded, headerValue, queryOf } from "./values.ts";

const PLACES =
  "en es pt jersey en/jersey equipe en/team club en/auth auth admin en/admin recherche en/search u user profil og og/jersey og/team sitemap manifest offline assets jersey/new api .well-known robots.txt shirt.svg rankings classement en/rankings stop-notices".split(
    " ",
  );

export function pageRequests(id: string): fc.Arbitrary<FuzzRequest> {
  return fc.record({
    method: fc.constantFrom("GET", "GET", "GET", "GET", "HEAD", "POST", "DELETE"),
    path: fc
      .tuple(
        fc.constantFrom("", ...PLACES),
        fc.oneof(encoded, fc.constant(id), fc.constant("")),
        fc.constantFrom("", "", ".data", "/", "/edit", ".png", ".xml"),
        queryOf(
          ..."league page q team season brand sort competition kind type _routes index code error token redirect compare".split(
            " ",
          ),
        ),
      )
      .map(([place, part, end, query]) => `/${place}/${part}${end}?${query}`.replace("//", "/")),
    headers: fc.dictionary(
      fc.constantFrom("accept-language", "cookie", "accept", "if-none-match", "accept-encoding"),
      headerValue,
      { maxKeys: 3 },
    ),
    as: fc.constantFrom("nobody", "anon"),
  });
}
