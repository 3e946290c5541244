import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { familyOf } from "../support/process.ts";
import { asAccount, makeFolder, own, run, Service, signalAll } from "./process.ts";

export const PASSWORD = "maillot-vert-1976";
/** The address of the machine with the balancer and the web servers. */
export const HOME = "10.77.0.1";
/** A place in memory that nothing else sees, and that is gone with the bench. */
export const FOLDER = "/mnt";
/** The folder of PostgreSQL's programs. */
const POSTGRES = "/usr/lib/postgresql/15/bin";
const NUMBERS = [1, 2, 3];
const BRIDGE = "machines";
/** Megabytes: small, so that it can be filled; with less free, a primary gives its place away. */
const [DISK, LEAST_FREE] = [1_200, 100];
const FULL_DISK = join(import.meta.dirname, "../../deploy/patroni/full-disk.sh");

const addressOf = (number: number) => `10.77.0.${10 + number}`;

/** One of three: PostgreSQL, the Patroni that looks after it, who looks after the disk, and a member of etcd. */
export class Machine {
  readonly name: string;
  readonly address: string;
  readonly folder: string;
  readonly #number: number;
  readonly #patroni: Service;
  readonly #etcd: Service;

  constructor(number: number) {
    this.#number = number;
    this.name = `machine${number}`;
    this.address = addressOf(number);
    this.folder = makeFolder(join(FOLDER, this.name));
    run("mount", "-t", "tmpfs", "-o", `size=${DISK}m`, "tmpfs", this.folder);
    own(this.folder);
    this.#connect();
    const settings = join(FOLDER, `${this.name}.json`);
    writeFileSync(settings, JSON.stringify(this.#patroniSettings()));
    this.#etcd = this.#start("etcd", ...this.#etcdOptions());
    this.#patroni = this.#start("patroni", settings);
    this.#start(FULL_DISK, settings, this.name, this.folder, String(LEAST_FREE));
  }

  /** A place in the network of this bench alone. */
  #connect(): void {
    const [name, cable] = [this.name, `to${this.#number}`];
    run("ip", "netns", "add", name);
    run("ip", "link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", name);
    run("ip", "link", "set", cable, "master", BRIDGE, "up");
    run("ip", "-n", name, "address", "add", `${this.address}/24`, "dev", "eth0");
    for (const device of ["eth0", "lo"]) run("ip", "-n", name, "link", "set", device, "up");
  }

  /** Runs a program there. */
  #start(program: string, ...args: string[]): Service {
    const env = { PATH: `${process.env.PATH}:/usr/bin:/usr/sbin:${POSTGRES}` };
    const command = ["nsenter", `--net=/run/netns/${this.name}`, ...asAccount(program, ...args)];
    const log = `${this.name}-${program.split("/").at(-1)}.log`;
    return new Service(command, join(FOLDER, log), env);
  }

  #etcdOptions(): string[] {
    const [clients, peers] = [`http://${this.address}:2379`, `http://${this.address}:2380`];
    const all = NUMBERS.map((number) => `machine${number}=http://${addressOf(number)}:2380`);
    return [
      ...[`--name=${this.name}`, `--data-dir=${makeFolder(join(FOLDER, `etcd${this.#number}`))}`],
      ...[`--listen-client-urls=${clients}`, `--advertise-client-urls=${clients}`],
      ...[`--listen-peer-urls=${peers}`, `--initial-advertise-peer-urls=${peers}`],
      ...[`--initial-cluster=${all.join()}`, "--initial-cluster-state=new"],
      ...["--enable-v2=true", "--log-level=error"],
    ];
  }

  /** docs/operations.md explains the values that a site depends on. */
  #patroniSettings(): object {
    const { address, folder } = this;
    return {
      scope: "maillotheque",
      name: this.name,
      restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
      // Not etcd3: up to Patroni 3.0.2 (Debian 12), a primary that comes back to the network takes the
      // leader's place with it, and what was written meanwhile is lost (patroni/patroni#2689).
      etcd: { hosts: NUMBERS.map((number) => `${addressOf(number)}:2379`) },
      bootstrap: {
        dcs: {
          ttl: 20,
          loop_wait: 4,
          retry_timeout: 4,
          maximum_lag_on_failover: 1_048_576,
          synchronous_mode: true,
          postgresql: {
            use_pg_rewind: true,
            parameters: {
              max_connections: 150,
              shared_buffers: "64MB",
              max_wal_size: "128MB",
              wal_keep_size: "64MB",
              wal_log_hints: "on",
              tcp_keepalives_idle: 5,
              tcp_user_timeout: "10s",
            },
          },
        },
        initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
      },
      postgresql: {
        listen: `${address}:5432`,
        connect_address: `${address}:5432`,
        data_dir: join(folder, "pg"),
        bin_dir: POSTGRES,
        pgpass: join(folder, "pgpass"),
        parameters: { unix_socket_directories: folder },
        authentication: {
          superuser: { username: "postgres", password: PASSWORD },
          replication: { username: "replicator", password: PASSWORD },
        },
        pg_hba: [
          "local all all trust",
          "host replication replicator 10.77.0.0/24 scram-sha-256",
          "host all all 10.77.0.0/24 scram-sha-256",
        ],
      },
    };
  }

  /** What Patroni says of it; undefined if it doesn't answer. */
  async state(): Promise<{ role: string; state: string; timeline?: number } | undefined> {
    const signal = AbortSignal.timeout(1_000);
    const answer = await fetch(`http://${this.address}:8008/patroni`, { signal }).catch(() => {});
    return answer?.json().catch(() => undefined);
  }

  /** To PostgreSQL with all its processes, and Patroni. */
  signal(signal: NodeJS.Signals): void {
    const pids = this.#patroni.pids();
    try {
      const [pid] = readFileSync(join(this.folder, "pg/postmaster.pid"), "utf8").split("\n");
      pids.push(...familyOf(Number(pid)));
    } catch {
      // It isn't running.
    }
    signalAll(pids, signal);
  }

  async leadsEtcd(): Promise<boolean> {
    const status = `http://${this.address}:2379/v3/maintenance/status`;
    const { leader, header } = await (await fetch(status, { method: "POST", body: "{}" })).json();
    return leader === header.member_id;
  }

  killEtcd(): void {
    this.#etcd.kill();
  }

  /** Everything on it ends at once; it stays dark until it is no longer held. */
  hold(holds: boolean): void {
    if (holds) this.signal("SIGKILL");
    this.#etcd.hold(holds);
    this.#patroni.hold(holds);
  }

  cable(state: "up" | "down"): void {
    run("ip", "link", "set", `to${this.#number}`, state);
  }

  /** Writes until nothing more fits. */
  fill(): void {
    try {
      run("dd", "status=none", "if=/dev/zero", `of=${join(this.folder, "full")}`, "bs=64k");
    } catch {
      // Full: as intended.
    }
  }

  empty(): void {
    rmSync(join(this.folder, "full"), { force: true });
  }
}

export function startMachines(): Machine[] {
  run("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", FOLDER);
  run("mkdir", "-p", "/run/netns");
  run("mount", "-t", "tmpfs", "tmpfs", "/run/netns");
  run("ip", "link", "set", "lo", "up");
  run("ip", "link", "add", BRIDGE, "type", "bridge");
  run("ip", "address", "add", `${HOME}/24`, "dev", BRIDGE);
  run("ip", "link", "set", BRIDGE, "up");
  return NUMBERS.map((number) => new Machine(number));
}
