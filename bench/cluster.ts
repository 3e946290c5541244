/**
 * What visitors and members notice when a machine of a database cluster dies: three machines with
 * PostgreSQL 15, Patroni and etcd, haproxy before them and before two web servers, under load. Each
 * fault is a line of the table. Fails if a write is lost, a visitor gets an error, a counter is wrong,
 * writes are refused for more than 30 seconds, or something needs a hand.
 *
 *     npm run bench -- cluster [--only frozen]
 *
 * Linux and root: the machines are network namespaces with small disks of their own, which end with
 * this bench and leave nothing; the programs run as the user `postgres`.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const PACKAGES = {
  "postgresql-15": "/usr/lib/postgresql/15/bin/postgres",
  patroni: "/usr/bin/patroni",
  "python3-etcd": "/usr/lib/python3/dist-packages/etcd/__init__.py",
  "etcd-server": "/usr/bin/etcd",
  haproxy: "/usr/sbin/haproxy",
  iproute2: "/usr/sbin/ip",
};
const missing = Object.entries(PACKAGES).filter(([, file]) => !existsSync(file));

if (process.platform !== "linux" || process.getuid?.() !== 0 || missing.length > 0) {
  const install = `apt-get install ${Object.keys(PACKAGES).join(" ")}`;
  console.error(`not run: needs Linux, root and packages (${install})`);
  process.exitCode = 1;
} else {
  // A shell as the first process collects those that lose their parent; killed ones would stay.
  const script = `"$0" "$@"; exit $?`;
  const own = ["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];
  const inside = [join(import.meta.dirname, "cluster/run.ts"), ...process.argv.slice(2)];
  const bench = spawn("unshare", [...own, "sh", "-c", script, process.execPath, ...inside], {
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => bench.kill());
  bench.once("exit", (code) => (process.exitCode = code ?? 1));
}
