import { setTimeout as sleep } from "node:timers/promises";

import type { Machine } from "./machine.ts";

/** Seconds. */
const LONGEST = 180;

/** The machine that leads a cluster. */
export async function primaryOf(machines: Machine[]): Promise<Machine> {
  for (const machine of machines) {
    if (/master|primary/.test((await machine.state())?.role ?? "")) return machine;
  }
  throw new Error("there is no primary");
}

/** What isn't as it should be: one primary, two others that follow it on its timeline. */
export async function sick(machines: Machine[]): Promise<string[]> {
  const states = await Promise.all(machines.map((machine) => machine.state()));
  const leads = states.filter((state) => /master|primary/.test(state?.role ?? ""));
  const timeline = leads[0]?.timeline;
  const ill = machines.filter((_, index) => {
    const state = states[index];
    return !/running|streaming/.test(state?.state ?? "") || state?.timeline !== timeline;
  });
  return [
    ...(leads.length === 1 ? [] : [`${leads.length} primaries`]),
    ...ill.map(({ name }) => name),
  ];
}

/** Waits for three minutes at most. */
export async function until(condition: () => Promise<boolean>, name: string): Promise<void> {
  const deadline = Date.now() + LONGEST * 1_000;
  while (Date.now() < deadline) {
    if (await condition().catch(() => false)) return;
    await sleep(250);
  }
  throw new Error(`not within ${LONGEST} s: ${name}`);
}
