import type { Server } from "node:http";
import type { Duplex } from "node:stream";

import { type Language, languageOf } from "../../app/shared/i18n/languages.ts";
import { languagePrefix } from "./paths.ts";

/** What is said of an address, or other headers, of more than 16 kB. */
const TEXTS: Record<Language, string> = {
  fr: "Cette adresse est trop longue. Raccourcissez-la, ou demandez moins à la fois.",
  en: "This address is too long. Shorten it, or ask for less at a time.",
  es: "Esta dirección es demasiado larga. Acórtela o pida menos de una vez.",
  pt: "Este endereço é longo demais. Encurte-o ou peça menos de cada vez.",
};

/** Node refuses such a request before any route sees it, with an empty body: a client would show nothing. */
export function answerLongRequests(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
    if (error.code !== "HPE_HEADER_OVERFLOW") return refuse(socket, error.code);
    const start = error.rawPacket?.subarray(0, 200).toString("latin1") ?? "";
    const [, path = "/"] = /^[A-Z]+ (\/\S*)/.exec(start) ?? [];
    const text = TEXTS[languageOf(languagePrefix(path))];
    if (/^\/\w+\/v1\//.test(path)) {
      const message = TEXTS.en;
      answer(socket, 431, "application/json", JSON.stringify({ code: "too_long", message }));
    } else {
      answer(socket, 431, "text/plain; charset=utf-8", `${text}\n`);
    }
  });
}

/** As Node does without a listener. */
function refuse(socket: Duplex, code: string | undefined): void {
  answer(socket, code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400);
}

const REASONS = {
  400: "Bad Request",
  408: "Request Timeout",
  431: "Request Header Fields Too Large",
};

function answer(
  socket: Duplex,
  status: keyof typeof REASONS,
  type = "text/plain",
  body = "",
): void {
  // Half an answer is on its way: nothing can be said any more.
  const { _httpMessage: begun } = socket as Duplex & { _httpMessage?: { headersSent: boolean } };
  if (!socket.writable || begun?.headersSent) return void socket.destroy();
  socket.end(
    [
      `HTTP/1.1 ${status} ${REASONS[status]}`,
      `Content-Type: ${type}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Cache-Control: no-store",
      "X-Content-Type-Options: nosniff",
      "Connection: close",
      `\r\n${body}`,
    ].join("\r\n"),
  );
}
