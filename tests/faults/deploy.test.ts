import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { parseAllDocuments } from "yaml";

import { METRICS } from "../../server/operate/metrics/register.ts";
import { PROJECT, SETTINGS } from "../../server/operate/settings/register.ts";
import { startServer, temporaryFolder } from "../support/server.ts";

const ROOT = inject("projectCopy");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const files = globSync("deploy/**/*.{yaml,yml,json,service,timer}", { cwd: ROOT }).toSorted();

const documentsOf = (file: string) => parseAllDocuments(read(file));

/** The settings of the server and of the commands. */
const known = new Set(Object.keys({ ...SETTINGS.shape, ...PROJECT.shape }));

test.each(files.filter((file) => /\.(ya?ml|json)$/.test(file)))("%s can be read", (file) => {
  for (const { errors, warnings } of documentsOf(file)) {
    expect(errors).toEqual([]);
    expect(warnings).toEqual([]);
  }
});

describe("settings", () => {
  test.each(files.filter((file) => file.includes("/compose/")))("of %s exist", (file) => {
    const { services } = documentsOf(file)[0]!.toJS() as {
      services: Record<string, { environment?: Record<string, string> }>;
    };
    const named = Object.keys(services.site!.environment ?? {});
    const variables = [...read(file).matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name!);
    for (const name of [...named, ...variables]) expect(known).toContain(name);
    const example = read(".env.example");
    for (const name of variables.filter((one) => one !== "SEED"))
      expect(example).toContain(`${name}=`);
  });

  test("of the Kubernetes manifests exist, and none is a secret", () => {
    const maps = documentsOf("deploy/kubernetes/site.yaml")
      .map((document) => document.toJS() as { kind: string; data?: object })
      .filter(({ kind }) => kind === "ConfigMap");
    const names = maps.flatMap(({ data = {} }) => Object.keys(data));
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) {
      expect(known).toContain(name);
      expect(name).not.toMatch(/KEY|SECRET|PASSWORD|TOKEN|_URL$(?<!SITE_URL)/);
    }
  });

  test.each(files.filter((file) => /systemd.*service$/.test(file)))("of %s exist", (file) => {
    const [, line = ""] = /^Environment=(.*)$/m.exec(read(file)) ?? [];
    const names = line.split(" ").map((setting) => setting.split("=")[0]);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(known).toContain(name);
  });

  test("named in comments and in the guides exist", () => {
    for (const file of [...files, "deploy/README.md", "docs/operations.md"]) {
      const names = read(file).match(
        /\b(?:SUPABASE|DATABASE|STORAGE_S3|SMTP|METRICS|AUTH)_[A-Z_]*[A-Z]\b/g,
      );
      for (const name of names ?? []) expect(known, file).toContain(name);
    }
  });
});

test("every image has a version", () => {
  for (const file of files.filter((name) => name.includes("/compose/"))) {
    for (const [, image] of read(file).matchAll(/^\s+image: (\S+)$/gm)) {
      expect(image).toMatch(/:\d+(\.\d+)+$/);
    }
  }
});

test("systemd accepts the timer of the backup", async () => {
  expect(await verified("deploy/systemd/maillotheque-backup.timer")).toBe("");
});

test.each(files.filter((file) => file.endsWith(".service")))(
  "systemd accepts %s, and its command is in the project",
  async (file) => {
    const text = read(file);
    const [, script = ""] = /^ExecStart=.*?(\S+\.(?:ts|sh))/m.exec(text) ?? [];
    expect(read(script.replace("/usr/local/lib/maillotheque", "deploy/patroni"))).not.toBe("");
    expect(text).toMatch(/^\[Service\]$/m);
    expect(await verified(file)).toBe("");
  },
);

/** What `systemd-analyze` says against a unit, where it is installed. */
async function verified(file: string): Promise<string> {
  const folder = await temporaryFolder();
  // A timer needs its service beside it.
  for (const unit of [file, file.replace(/timer$/, "service")]) {
    // The site isn't installed here.
    const local = read(unit)
      .replaceAll(/^ExecStart=\/(opt|usr\/local)\S+/gm, `ExecStart=${process.execPath}`)
      .replace(/^Documentation=.*\n/m, "");
    await writeFile(join(folder, basename(unit)), local);
  }
  const copy = join(folder, basename(file));
  return promisify(execFile)("systemd-analyze", ["verify", copy]).then(
    ({ stderr }) => stderr,
    (error: NodeJS.ErrnoException & { stderr: string }) =>
      error.code === "ENOENT" ? "" : error.stderr,
  );
}

describe("a running server", () => {
  /** Names of series, with those that make a histogram. */
  const exposed = new Map<string, string>();
  let text = "";
  /** Status by the path that a probe of Kubernetes asks. */
  const probed: Record<string, number> = {};

  beforeAll(async () => {
    const token = "a-token-of-this-test";
    await using undo = new AsyncDisposableStack();
    const server = await startServer({ METRICS_TOKEN: token }, (end) => undo.defer(end));
    await server.ready();
    for (const [, path] of read("deploy/kubernetes/site.yaml").matchAll(
      /httpGet: \{ path: (\S+),/g,
    )) {
      probed[path!] = (await fetch(server.url + path)).status;
    }
    await fetch(server.url);
    const headers = { Authorization: `Bearer ${token}` };
    text = await (await fetch(`${server.url}/metrics`, { headers })).text();
    for (const [, name, type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      const series = type === "histogram" ? ["_bucket", "_count", "_sum"] : [""];
      for (const end of series) exposed.set(name! + end, name!);
    }
    // Prometheus' own.
    exposed.set("up", "up");
  });

  test("answers where probes ask", () => {
    expect(probed).toEqual({ "/healthz": 200, "/readyz": 200 });
  });

  const expressions = (): string[] => {
    const alerts = documentsOf("deploy/prometheus/alerts.yaml")[0]!.toJS() as {
      groups: { rules: { expr: string }[] }[];
    };
    const { panels } = JSON.parse(read("deploy/grafana/dashboard.json")) as {
      panels: { targets: { expr: string }[] }[];
    };
    return [
      ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
  };

  test("exposes the metrics of alerts and dashboard", () => {
    const used = expressions().flatMap((expr) =>
      [...expr.matchAll(/([a-zA-Z_:][\w:]*)\{/g)].map(([, name]) => name!),
    );
    expect(used.length).toBeGreaterThan(15);
    for (const name of used) expect([...exposed.keys()]).toContain(name);
  });

  test("has the labels that alerts and dashboard select by", () => {
    const labels = Object.values(METRICS).flatMap((metric): string[] => [...metric.labels]);
    for (const expr of expressions()) {
      const named = [...expr.matchAll(/[{,]\s*(\w+)=~?"/g)].map(([, label]) => label!);
      for (const label of named.filter((one) => !["job", "instance"].includes(one))) {
        expect(labels).toContain(label);
      }
    }
    expect(text).toMatch(/http_request_duration_seconds_count\{route="page",status="2xx"\} \d/);
    expect(text).toMatch(/database_connections\{pool="\w+",state="waiting"\} \d/);
  });
});
