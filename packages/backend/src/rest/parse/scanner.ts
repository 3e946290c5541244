import { parseError } from "../errors.ts";

/** Reads a text from left to right. A syntax error is an `ApiError` with its position. */
export class Scanner {
  readonly text: string;
  readonly #subject: string;
  at = 0;

  /** @param subject the name of the text in errors: 'select parameter', 'filter' … */
  constructor(text: string, subject: string) {
    this.text = text;
    this.#subject = subject;
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  /** Returns true if `literal` is next. */
  sees(literal: string): boolean {
    return this.text.startsWith(literal, this.at);
  }

  /** Consumes `literal` if it is next. */
  accept(literal: string): boolean {
    if (!this.sees(literal)) return false;
    this.at += literal.length;
    return true;
  }

  expect(literal: string): void {
    if (!this.accept(literal)) this.fail(`"${literal}"`);
  }

  /** Consumes the match of a sticky expression at the current position. */
  match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text);
    if (found) this.at += found[0].length;
    return found;
  }

  skipSpace(): void {
    this.match(/[ \t]*/y);
  }

  /** Requires the end of the text, after any blanks. */
  end(): void {
    this.skipSpace();
    if (!this.done) this.fail("end of input");
  }

  fail(expected: string): never {
    throw parseError(this.#subject, this.text, this.at, expected);
  }
}
