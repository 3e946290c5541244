import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  chown,
  cp,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, onTestFinished, test } from "vitest";
import { parse } from "yaml";

import { SETTINGS } from "../../server/operate/settings/register.ts";
import { freePort } from "@maillotheque/backend/testing";
import { temporaryFolder, until } from "../support/server.ts";

const run = promisify(execFile);
const read = (file: string) => readFile(join(inject("projectCopy"), file), "utf8");

/** The instructions of the last stage without comments. */
async function lastStage(): Promise<[string, string][]> {
  const text = (await read("Dockerfile")).replaceAll(/^#.*\n/gm, "").replaceAll(/\\\n/g, " ");
  const lines = text.split("\n").filter(Boolean);
  const start = lines.findLastIndex((line) => line.startsWith("FROM "));
  return lines.slice(start).map((line) => {
    const [, instruction = "", rest = ""] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    return [instruction, rest];
  });
}

/** Packages that `npm prune --omit=dev` keeps and the Dockerfile doesn't remove. */
async function productionPackages(): Promise<string[]> {
  const { packages } = JSON.parse(await read("package-lock.json")) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean; link?: boolean }>;
  };
  return Object.entries(packages)
    .filter(([, { dev, devOptional, link }]) => !dev && !devOptional && !link)
    .map(([path]) => path)
    .filter((path) => path.startsWith("node_modules/"))
    .filter((path) => !/^node_modules\/node(-bin-.*)?$/.test(path));
}

/** A copy that takes no space if the file system allows it. */
async function place(from: string, to: string): Promise<void> {
  const found = await lstat(from).catch(() => undefined);
  if (!found) return; // an optional package of another platform
  if (found.isDirectory()) {
    await mkdir(to, { recursive: true });
    for (const name of await readdir(from)) {
      if (name !== "node_modules") await place(join(from, name), join(to, name));
    }
  } else {
    await mkdir(dirname(to), { recursive: true });
    await link(from, to).catch(() => cp(from, to, { verbatimSymlinks: true }));
  }
}

test("both stages start from one image, pinned by digest, with the Node of package.json", async () => {
  const { dependencies } = JSON.parse(await read("package.json")) as {
    dependencies: { node: string };
  };
  const bases = [...(await read("Dockerfile")).matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(bases).toHaveLength(2);
  expect(bases[1]).toBe(bases[0]);
  expect(bases[0]).toMatch(/@sha256:[0-9a-f]{64}$/);
  expect(bases[0]).toContain(`node:${dependencies.node}-`);
});

test("the image's content serves the site under a user without write access to it", async () => {
  const stage = await lastStage();
  const values = (name: string) => stage.flatMap(([what, rest]) => (what === name ? [rest] : []));
  expect(values("USER")).toEqual(["node"]);
  expect(JSON.parse(values("CMD")[0]!)).toEqual(["node", "server/main.ts"]);
  expect(JSON.parse(values("HEALTHCHECK")[0]!.replace(/^.*? CMD /, ""))).toHaveLength(3);
  const env = Object.fromEntries(
    values("ENV")
      .join(" ")
      .split(" ")
      .map((pair) => pair.split("=")),
  ) as Record<string, string>;

  const folder = await temporaryFolder();
  const image = join(folder, "site");
  const copied = values("COPY").map((rest) => /^--from=build \/site\/(\S+) \S+$/.exec(rest)![1]!);
  const project = inject("projectCopy");
  for (const name of copied.filter((path) => path !== "node_modules")) {
    await place(join(project, name), join(image, name));
  }
  for (const path of await productionPackages()) {
    const installed = await realpath(join(project, path)).catch(() => "");
    await place(installed, join(image, path));
  }
  const ours = "node_modules/@maillotheque/backend";
  await cp(join(project, ours), join(image, ours), { verbatimSymlinks: true });
  const node = join(folder, "node");
  await place(process.execPath, node);
  const data = join(folder, "data");
  await mkdir(data);
  await chmod(folder, 0o755);
  // The account `nobody` if this runs as root; otherwise the account that runs the tests.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if ("uid" in nobody) await chown(data, 65_534, 65_534);

  const port = await freePort();
  const settings = { ...env, PORT: String(port), HOST: "127.0.0.1", DATA_DIR: data, SEED: "none" };
  const server = spawn(node, ["server/main.ts"], {
    cwd: image,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
    ...nobody,
  });
  let output = "";
  for (const stream of [server.stdout, server.stderr])
    stream.on("data", (chunk) => (output += chunk));
  const ended = once(server, "exit");
  onTestFinished(async () => {
    server.kill("SIGTERM");
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  await until(async () => {
    if (server.exitCode !== null) throw new Error(output);
    return fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  }, "the site is ready");
  expect((await fetch(url)).status).toBe(200);
  expect((await fetch(`${url}/robots.txt`)).status).toBe(200);

  const [, script = ""] = /"-e", "(.*)"\]$/.exec(values("HEALTHCHECK")[0]!) ?? [];
  await run(node, ["-e", script], { env: { PORT: String(port) } });
  await expect(
    run(node, ["-e", script], { env: { PORT: String(await freePort()) } }),
  ).rejects.toMatchObject({ code: 1 });
  server.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test("compose.yaml gives the site a database, a store and only known settings", async () => {
  const { services, volumes, networks } = parse(await read("compose.yaml")) as {
    services: Record<
      string,
      { depends_on?: object; environment?: object; volumes?: string[]; networks?: string[] }
    >;
    volumes: object;
    networks: object;
  };
  const known = Object.keys(SETTINGS.shape);
  for (const name of Object.keys(services.site!.environment!)) expect(known, name).toContain(name);
  const example = await read(".env.example");
  const variables = (await read("compose.yaml")).matchAll(/\$\{(\w+)/g);
  const names = [...variables].map(([, name]) => name!).filter((name) => name !== "SEED");
  for (const name of names) expect(example).toContain(`${name}=`);
  for (const { depends_on = [], volumes: mounts = [], networks: joined = [] } of Object.values(
    services,
  )) {
    const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
    expect(Object.keys(services)).toEqual(expect.arrayContaining(needed));
    const named = mounts
      .map((mount) => mount.split(":")[0]!)
      .filter((name) => !name.startsWith("/"));
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named));
    expect(Object.keys(networks)).toEqual(expect.arrayContaining(joined));
  }
});
