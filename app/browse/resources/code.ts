import { redirect } from "react-router";

import { href } from "../../shared/address/paths.ts";
import { reader } from "../../shared/data/access.ts";
import { jerseyParams } from "../../shared/domain/jersey.ts";
import { DEFAULT_LANGUAGE } from "../../shared/i18n/languages.ts";
import { jerseysOfCode } from "../data/jerseys/identify.ts";
import type { Route } from "./+types/code.ts";

/** `/code/638918-013`: leads to the jersey whose label has this code, or to those that share it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const lang = DEFAULT_LANGUAGE;
  const [jersey, ...others] = await jerseysOfCode(reader(context), params.code, lang);
  const address =
    jersey && others.length === 0
      ? href("jersey", jerseyParams(jersey), lang)
      : `${href("identify", {}, lang)}?${new URLSearchParams({ label: params.code })}`;
  return redirect(address, 302);
}
