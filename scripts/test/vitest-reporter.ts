import type { Reporter, TestCase, TestModule, TestSpecification, TestSuite } from "vitest/node";

import { type Progress, send, sendFailure, type TestError } from "./message.ts";

/** Tells `runStep` how far Vitest is and what failed. */
export default class VitestReporter implements Reporter {
  #files = { done: 0, all: 0 };
  #progress: Progress = { done: 0, failed: 0, files: this.#files };

  onTestRunStart(files: readonly TestSpecification[]): void {
    this.#files.all = files.length;
    send({ progress: this.#progress });
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === "skipped") return;
    this.#progress.done += 1;
    if (state === "failed")
      this.#fail(`${test.module.relativeModuleId} > ${test.fullName}`, errors);
    send({ progress: this.#progress });
  }

  onTestSuiteResult(suite: TestSuite): void {
    const errors = suite.errors();
    if (errors.length > 0)
      this.#fail(`${suite.module.relativeModuleId} > ${suite.fullName}`, errors);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#files.done += 1;
    const errors = module.errors();
    if (errors.length > 0) this.#fail(module.relativeModuleId, errors);
    send({ progress: this.#progress });
  }

  onTestRunEnd(_: unknown, errors: readonly TestError[]): void {
    for (const error of errors) this.#fail("outside of a test", [error]);
  }

  #fail(name: string, errors: readonly TestError[] = []): void {
    this.#progress.failed += 1;
    sendFailure(name, errors);
  }
}
