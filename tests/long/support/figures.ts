import { appendFileSync } from "node:fs";

/** Records a measurement, whether the test passes or not; `npm run test:long` prints it at its end. */
export function figure(text: string): void {
  if (process.env.FIGURES) appendFileSync(process.env.FIGURES, `${text}\n`);
  else console.info(text);
}
