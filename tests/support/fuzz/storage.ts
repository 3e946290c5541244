import fc from "fast-check";

import type { FuzzRequest } from "./requests.ts";
import { anyBody, bodyWith, encoded, headerValue, odd, queryOf } from "./values.ts";

const ROUTES =
  "object object/public object/authenticated object/info object/info/public object/sign object/upload/sign object/list object/list-v2 object/move object/copy render/image/public render/image/authenticated render/image/sign bucket upload/resumable".split(
    " ",
  );
const GIF = "GIF89a\x01\0\x01\0\x80\0\0\0\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";

export function storageRequests(memberId: string): fc.Arbitrary<FuzzRequest> {
  const place = fc.oneof(
    fc.array(encoded, { maxLength: 4 }).map((parts) => parts.join("/")),
    encoded.map((name) => `jerseys/${name}`),
    encoded.map((name) => `jerseys/${memberId}/${name}`),
    fc.constant(`jerseys/${memberId}/kept.gif`),
  );
  return fc.record({
    method: fc.constantFrom("GET", "GET", "HEAD", "POST", "POST", "PUT", "DELETE"),
    path: fc
      .tuple(
        fc.constantFrom(...ROUTES),
        place,
        queryOf("width", "height", "quality", "resize", "format", "token", "download"),
      )
      .map(([route, where, query]) => `/storage/v1/${route}/${where}?${query}`),
    headers: fc
      .tuple(
        fc.constantFrom(
          "application/json",
          "image/gif",
          "image/webp",
          "multipart/form-data; boundary=x",
          "multipart/form-data",
          "text/html",
        ),
        fc.dictionary(
          fc.constantFrom(
            "range",
            "if-none-match",
            "if-modified-since",
            "x-upsert",
            "x-metadata",
            "cache-control",
            "accept",
          ),
          fc.oneof(headerValue, fc.constantFrom("bytes=0-0", "bytes=-9e99", "bytes=9-1", "true")),
          { maxKeys: 3 },
        ),
      )
      .map(([type, more]) => ({ "content-type": type, ...more })),
    body: fc.oneof(
      bodyWith(
        ..."prefix prefixes paths limit offset sortBy search expiresIn bucketId sourceKey destinationKey destinationBucket name id public file_size_limit allowed_mime_types transform".split(
          " ",
        ),
      ),
      anyBody,
      fc.constant(GIF),
      odd.map(
        (value) =>
          `--x\r\nContent-Disposition: form-data; name="${value}"; filename="${value}"\r\n\r\n${value}\r\n--x--`,
      ),
    ),
    as: fc.constantFrom("nobody", "anon", "member", "service"),
  });
}
