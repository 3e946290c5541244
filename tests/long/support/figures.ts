import { appendFileSync } from "node:fs";

/** Notes what was measured, whether the test passes or not: shown where `npm run test:long` ends. */
export function figure(text: string): void {
  if (process.env.FIGURES) appendFileSync(process.env.FIGURES, `${text}\n`);
  else console.info(text);
}
