import { Writable } from "node:stream";
import { createInterface } from "node:readline/promises";

export interface Question {
  name: string;
  text: string;
  /** Its answer is not shown. */
  secret?: boolean;
}

/** Asks in the terminal for settings, one after the other. */
export async function ask(questions: readonly Question[]): Promise<Record<string, string>> {
  let muted = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!muted) process.stdout.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  // Without this, the answer would never come.
  terminal.once("SIGINT", () => process.exit(130));
  const answers: Record<string, string> = {};
  for (const { name, text, secret = false } of questions) {
    const answer = terminal.question(`${text} (${name}): `);
    muted = secret;
    answers[name] = (await answer).trim();
    muted = false;
    if (secret) process.stdout.write("\n");
  }
  terminal.close();
  return answers;
}
