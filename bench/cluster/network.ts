import { execFileSync } from "node:child_process";

import { asAccount } from "./process.ts";

const BRIDGE = "machines";

/** The address of the machine with the balancer and the web servers. */
export const HOME = "10.77.0.1";

const ip = (...args: string[]) =>
  execFileSync("ip", args, { stdio: ["ignore", "ignore", "inherit"] });

/** A network of this bench alone; `place` adds machines to it. */
export function makeNetwork(): void {
  ip("link", "set", "lo", "up");
  execFileSync("mkdir", ["-p", "/run/netns"]);
  execFileSync("mount", ["-t", "tmpfs", "tmpfs", "/run/netns"]);
  ip("link", "add", BRIDGE, "type", "bridge");
  ip("address", "add", `${HOME}/24`, "dev", BRIDGE);
  ip("link", "set", BRIDGE, "up");
}

/** A machine's place in the network. */
export interface Place {
  number: number;
  address: string;
  /** Runs a command there, as the programs' account. */
  command(...command: string[]): string[];
  cut(): void;
  mend(): void;
}

export function place(number: number): Place {
  const [name, address] = [`machine${number}`, `10.77.0.${10 + number}`];
  ip("netns", "add", name);
  ip("link", "add", `to${number}`, "type", "veth", "peer", "name", "eth0", "netns", name);
  ip("link", "set", `to${number}`, "master", BRIDGE, "up");
  for (const args of [
    ["address", "add", `${address}/24`, "dev", "eth0"],
    ["link", "set", "eth0", "up"],
    ["link", "set", "lo", "up"],
  ]) {
    ip("-n", name, ...args);
  }
  return {
    number,
    address,
    command: (...command) => ["nsenter", `--net=/run/netns/${name}`, ...asAccount(...command)],
    cut: () => void ip("link", "set", `to${number}`, "down"),
    mend: () => void ip("link", "set", `to${number}`, "up"),
  };
}
