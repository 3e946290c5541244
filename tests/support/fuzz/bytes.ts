import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import type { Server } from "../server.ts";
import { type Answer, type Attempt, BOUND } from "./judge.ts";
import type { People } from "./people.ts";
import { randomFrom, type Random } from "./random.ts";

/** Complete requests before mutation. */
function whole({ anon, member, memberId, service }: People, random: Random): string[] {
  const head = (key: string, bearer = key) =>
    `Host: site.test\r\nConnection: close\r\napikey: ${key}\r\nAuthorization: Bearer ${bearer}\r\n` +
    // Each request has its own client address; otherwise limits would soon refuse all.
    `X-Forwarded-For: 198.51.${random(256)}.${random(256)}\r\n`;
  const sized = (type: string, body: string) =>
    `Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const chunked = (type: string, body: string) =>
    `Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)};x=y\r\n` +
    `${body}\r\n0\r\nTrailer: z\r\n\r\n`;
  const json = JSON.stringify({ name: `Nom ${random(1e6)}`, x: ["é", null, 1e3] });
  const form =
    '--edge\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n3600\r\n' +
    '--edge\r\nContent-Disposition: form-data; name=""; filename="a.gif"\r\nContent-Type: image/gif\r\n\r\n' +
    "GIF89a\x01\0\x01\0\x80\0\0\xff\xff\xff\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;\r\n--edge--\r\n";
  const file = `/storage/v1/object/jerseys/${memberId}/${random(1e9)}.gif`;
  return [
    `GET /en/?league=NBA&page=%32 HTTP/1.1\r\n${head(anon)}Accept-Encoding: gzip;q=0.5, br\r\nIf-None-Match: W/"x"\r\n\r\n`,
    `GET /jersey/${memberId}.data?_routes=root HTTP/1.1\r\n${head(anon)}Cookie: a=b; lang=%65n\r\n\r\n`,
    `GET /rest/v1/jerseys?select=id,title,jersey_images(url)&or=(title.ilike.*a*,league.eq.NBA)&order=created_at.desc.nullslast&limit=3 HTTP/1.1\r\n${head(anon, member)}Range: 0-9\r\nPrefer: count=exact\r\nAccept: application/json, text/csv;q=0.1\r\n\r\n`,
    `POST /rest/v1/brands?columns=name&on_conflict=name HTTP/1.1\r\n${head(service)}Prefer: resolution=merge-duplicates, return=representation\r\n${sized("application/json", json)}`,
    `PATCH /rest/v1/profiles?user_id=eq.${memberId} HTTP/1.1\r\n${head(anon, member)}${chunked("application/json", json)}`,
    `POST /auth/v1/token?grant_type=refresh_token HTTP/1.1\r\n${head(anon)}${sized("application/json", '{"refresh_token":"aaaaaaaaaaaa"}')}`,
    `GET /auth/v1/verify?token=abc&type=signup&redirect_to=http%3A%2F%2Fx HTTP/1.1\r\n${head(anon)}\r\n`,
    `POST ${file} HTTP/1.1\r\n${head(anon, member)}x-upsert: true\r\n${sized("multipart/form-data; boundary=edge", form)}`,
    `POST ${file} HTTP/1.1\r\n${head(anon, member)}${chunked("multipart/form-data; boundary=edge", form)}`,
    `GET /storage/v1/render/image/public/jerseys/${memberId}/a%20b.gif?width=20&quality=30 HTTP/1.1\r\n${head(anon)}Range: bytes=0-1,5-\r\n\r\n`,
  ];
}

/** Byte sequences that parsers often handle wrongly. */
const PIECES = [
  "\r\n",
  "\n",
  "\r",
  "\0",
  "\r\n\r\n",
  "%00",
  "%",
  "%c0%af",
  "%ed%a0%80",
  "\xff\xfe",
  "../",
  '"',
  "'",
  "--edge\r\n",
  "--edge--",
  ";",
  ",",
  ":",
  " ",
  "\t",
  "0",
  "-1",
  "99999999999999999999",
  "1e999",
  "FFFFFFFFFFFFFFFF\r\n",
  "Content-Length: 5\r\n",
  "Content-Length: -1\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Transfer-Encoding: gzip, chunked\r\n",
  "Expect: 100-continue\r\n",
  "Upgrade: websocket\r\nConnection: Upgrade\r\n",
  "Content-Encoding: gzip\r\n",
  "Host: \r\n",
  "\\u0000",
  "\\ud800",
  "[[[[[[[[",
  "(((((((((",
  "__proto__",
];

function mutate(text: string, random: Random): string {
  let bytes = text;
  for (let times = 1 + random(4); times > 0; times -= 1) {
    const at = random(bytes.length + 1);
    const end = Math.min(bytes.length, at + random(random(4) ? 6 : 200));
    const [before, piece, after] = [bytes.slice(0, at), bytes.slice(at, end), bytes.slice(end)];
    bytes = [
      () => before + String.fromCharCode(random(256)) + bytes.slice(at + 1),
      () => before + after,
      () => before + piece + piece + after,
      () => before + PIECES[random(PIECES.length)]! + bytes.slice(at),
      () => before + PIECES[random(PIECES.length)]! + after,
      () => before + piece.repeat(1 + random(50)) + after,
      () => (random(8) ? bytes : before),
    ][random(7)]!();
  }
  return bytes;
}

/** `runs` requests with changed, lost or inserted bytes; deterministic for a seed. */
export function* brokenBytes(
  server: Server,
  who: People,
  { runs, seed }: { runs: number; seed: number },
): Generator<Attempt> {
  for (let run = 0; run < runs; run += 1) {
    const random = randomFrom(seed, run);
    const requests = whole(who, random);
    const request = mutate(requests[random(requests.length)]!, random);
    yield {
      name: `run ${run}: ${JSON.stringify(request)}`,
      send: () => exchange(Number(new URL(server.url).port), request),
    };
  }
}

/** An incomplete request is closed after this time: the server must release it at once. */
const PATIENCE = 2_000;

async function exchange(port: number, request: string): Promise<Answer> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
  socket.on("error", () => {});
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(request, "latin1");
  const stop = new AbortController();
  const late = async (time: number) => {
    await sleep(time, undefined, { signal: stop.signal }).catch(() => {});
    return "late";
  };
  try {
    if ((await Promise.race([closed, late(PATIENCE)])) === "late") socket.end();
    if ((await Promise.race([closed, late(BOUND)])) === "late") {
      return { status: -1, body: `no end of it within ${BOUND} ms: ${text}` };
    }
  } finally {
    stop.abort();
    socket.destroy();
  }
  return { status: worst(text), body: text };
}

/** Some bytes split one request into two. */
function worst(text: string): number {
  const statuses = [...text.matchAll(/(?:^|\r\n|\n|\})HTTP\/1\.1 (\d{3})/g)].map(([, n]) =>
    Number(n),
  );
  return Math.max(0, ...statuses);
}
