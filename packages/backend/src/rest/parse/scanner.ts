import { parseError } from "../errors.ts";

/** Reads a text from left to right; what doesn't fit is an `ApiError` that says where. */
export class Scanner {
  readonly text: string;
  readonly #subject: string;
  at = 0;

  /** @param subject what the text is, for the error: 'select parameter', 'filter' … */
  constructor(text: string, subject: string) {
    this.text = text;
    this.#subject = subject;
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  /** Whether `literal` is next. */
  sees(literal: string): boolean {
    return this.text.startsWith(literal, this.at);
  }

  /** Goes past `literal` if it is next. */
  accept(literal: string): boolean {
    if (!this.sees(literal)) return false;
    this.at += literal.length;
    return true;
  }

  expect(literal: string): void {
    if (!this.accept(literal)) this.fail(`"${literal}"`);
  }

  /** Goes past what a sticky expression matches here. */
  match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text);
    if (found) this.at += found[0].length;
    return found;
  }

  skipSpace(): void {
    this.match(/[ \t]*/y);
  }

  /** Nothing but blanks may follow. */
  end(): void {
    this.skipSpace();
    if (!this.done) this.fail("end of input");
  }

  fail(expected: string): never {
    throw parseError(this.#subject, this.text, this.at, expected);
  }
}
