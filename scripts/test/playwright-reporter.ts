import type { FullConfig, Reporter, Suite, TestCase, TestError } from "@playwright/test/reporter";
import { relative } from "node:path";

import { type Progress, send, sendFailure } from "./message.ts";

/** Tells `runStep` how far Playwright is and what failed. */
export default class PlaywrightReporter implements Reporter {
  #progress: Progress = { done: 0, failed: 0 };

  onBegin(_: FullConfig, suite: Suite): void {
    this.#progress.expected = suite.allTests().length;
    send({ progress: this.#progress });
  }

  onTestEnd(test: TestCase, { errors }: { errors: TestError[] }): void {
    this.#progress.done += 1;
    if (!test.ok()) {
      const { file, line } = test.location;
      // The first parts are the project's name and the file.
      const title = test.titlePath().slice(3).join(" > ");
      this.#fail(`${relative(process.cwd(), file)}:${line} ${title}`, errors);
    }
    send({ progress: this.#progress });
  }

  onError(error: TestError): void {
    this.#fail("outside of a test", [error]);
  }

  /** Leaves the standard streams to the list of tests. */
  printsToStdio(): boolean {
    return false;
  }

  #fail(name: string, errors: TestError[]): void {
    this.#progress.failed += 1;
    sendFailure(name, errors);
  }
}
