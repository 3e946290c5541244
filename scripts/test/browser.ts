import { close } from "./run-steps.ts";

/** Finds or installs the browser before any test runs: without one, a run can't pass. */
export async function ensureBrowser(): Promise<void> {
  try {
    await import("../../tests/support/chromium.ts");
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
    close({ passed: 0, failed: 1 });
  }
}
