import { stripVTControlCharacters } from "node:util";

/** How far a test runner is. */
export interface Progress {
  done: number;
  failed: number;
  /** All tests of the run, where the runner knows them before it has loaded every file. */
  expected?: number;
  files?: { done: number; all: number };
}

export interface Failure {
  name: string;
  error: string;
}

/** What the reporters tell `runStep`. */
export type Message = { progress: Progress } | { failure: Failure };

const ERROR_LINES = 12;
const ERROR_WIDTH = 200;

/** Sends a message to the process that runs the steps; without one, nothing happens. */
export function send(message: Message): void {
  process.send?.(message);
}

/** `diff` is what Vitest has besides the message. */
export interface TestError {
  message?: string;
  diff?: string;
}

export function sendFailure(name: string, errors: readonly TestError[]): void {
  const text = errors.map(({ message = "", diff = "" }) => `${message}\n${diff}`).join("\n");
  send({ failure: { name, error: firstLines(text) } });
}

/** The beginning of an error, short enough for a list of failures. */
export function firstLines(text: string): string {
  return linesOf(text).slice(0, ERROR_LINES).join("\n");
}

/** The end of a tool's output, where most tools say what is wrong. */
export function lastLines(text: string, count: number): string {
  return linesOf(text).slice(-count).join("\n");
}

const linesOf = (text: string) =>
  stripVTControlCharacters(text)
    .split("\n")
    .map((line) => line.trimEnd().slice(0, ERROR_WIDTH))
    .filter(Boolean);
