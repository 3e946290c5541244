import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { familyOf } from "../support/process.ts";
import { type Place, place } from "./network.ts";
import { makeFolder, own, Service, signalAll } from "./process.ts";

/** The folder of PostgreSQL's programs. */
export const POSTGRES = "/usr/lib/postgresql/15/bin";
export const PASSWORD = "maillot-vert-1976";
/** Megabytes. Small, so that it can be filled. */
const DISK = 1_200;
/** Megabytes. With less free, a primary gives its place away. */
const LEAST_FREE = 100;
const FULL_DISK = join(import.meta.dirname, "../../deploy/patroni/full-disk.sh");

/** What Patroni says about a machine. */
export interface State {
  role: string;
  state: string;
  timeline?: number;
}

/** A cluster that begins with a backup of another one. */
export interface Recovery {
  /** A folder that `pg_basebackup` made. */
  base: string;
  /** The time whose state it gets, as PostgreSQL writes it. */
  until: string;
}

/** Where the machines keep the write-ahead log for good. */
export function archiveIn(home: string): string {
  return join(home, "archive");
}

/** One of three: PostgreSQL, the Patroni that looks after it, who looks after the disk, and a member of etcd. */
export class Machine {
  readonly name: string;
  readonly place: Place;
  readonly folder: string;
  readonly patroni: Service;
  readonly fullDisk: Service;
  readonly etcd: Service;

  constructor(place: Place, places: Place[], home: string, recovery?: Recovery) {
    const { number } = place;
    this.name = `machine${number}`;
    this.place = place;
    this.folder = join(home, this.name);
    mkdirSync(this.folder);
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK}m`, "tmpfs", this.folder]);
    own(this.folder);
    const etcdFolder = makeFolder(join(home, `etcd${number}`));
    const log = (what: string) => join(home, `${this.name}-${what}.log`);
    this.etcd = new Service("etcd", this.#etcdCommand(places, etcdFolder), log("etcd"));
    const settings = join(home, `${this.name}.json`);
    writeFileSync(settings, JSON.stringify(this.#patroniSettings(places, home, recovery)));
    const env = { PATH: `${process.env.PATH}:/usr/bin:/usr/sbin:${POSTGRES}` };
    this.patroni = new Service(
      "patroni",
      this.place.command("patroni", settings),
      log("patroni"),
      env,
    );
    const watch = [FULL_DISK, settings, this.name, this.folder, String(LEAST_FREE)];
    this.fullDisk = new Service("full-disk", this.place.command(...watch), log("full-disk"), env);
  }

  #etcdCommand(places: Place[], folder: string): string[] {
    const { address } = this.place;
    const [clients, peers] = [`http://${address}:2379`, `http://${address}:2380`];
    const options = {
      name: this.name,
      "data-dir": folder,
      "listen-client-urls": clients,
      "advertise-client-urls": clients,
      "listen-peer-urls": peers,
      "initial-advertise-peer-urls": peers,
      "initial-cluster": places
        .map(({ number, address: other }) => `machine${number}=http://${other}:2380`)
        .join(),
      "initial-cluster-state": "new",
      "enable-v2": "true",
      "log-level": "error",
    };
    return this.place.command(
      "etcd",
      ...Object.entries(options).map((pair) => `--${pair.join("=")}`),
    );
  }

  /** docs/operations.md explains the values that a site depends on. */
  #patroniSettings(places: Place[], home: string, recovery?: Recovery): object {
    const { address } = this.place;
    return {
      scope: "maillotheque",
      name: this.name,
      restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
      // Not etcd3: up to Patroni 3.0.2 (Debian 12), a primary that comes back to the network takes the
      // leader's place with it, and what was written meanwhile is lost (patroni/patroni#2689).
      etcd: { hosts: places.map((one) => `${one.address}:2379`) },
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
              archive_mode: "on",
              // A folder stands for the store that a tool for archives writes to.
              archive_command: archiveCommand(archiveIn(home)),
            },
          },
        },
        initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
        ...(recovery && {
          method: "recovery",
          recovery: {
            command: `cp -a ${recovery.base} ${join(this.folder, "pg")}`,
            no_params: true,
            recovery_conf: {
              restore_command: `cp ${archiveIn(home)}/%f %p`,
              recovery_target_time: recovery.until,
              recovery_target_timeline: "latest",
              recovery_target_action: "promote",
            },
          },
        }),
      },
      postgresql: {
        listen: `${address}:5432`,
        connect_address: `${address}:5432`,
        data_dir: join(this.folder, "pg"),
        bin_dir: POSTGRES,
        pgpass: join(this.folder, "pgpass"),
        parameters: { unix_socket_directories: this.folder },
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

  /** From Patroni itself; undefined if it doesn't answer. */
  async state(): Promise<State | undefined> {
    try {
      const answer = await fetch(`http://${this.place.address}:8008/patroni`, {
        signal: AbortSignal.timeout(1_000),
      });
      return (await answer.json()) as State;
    } catch {
      return undefined;
    }
  }

  /** PostgreSQL with all its processes, and Patroni. */
  #pids(): number[] {
    return [...familyOf(this.patroni.pid), ...this.#postgres()];
  }

  #postgres(): number[] {
    try {
      const [pid] = readFileSync(join(this.folder, "pg/postmaster.pid"), "utf8").split("\n");
      return familyOf(Number(pid));
    } catch {
      return [];
    }
  }

  signal(signal: NodeJS.Signals): void {
    signalAll(this.#pids(), signal);
  }

  /** Everything on it ends at once; it stays dark until `revive`. */
  die(): void {
    this.patroni.hold(true);
    this.etcd.hold(true);
    this.signal("SIGKILL");
    this.etcd.kill("SIGKILL");
  }

  revive(): void {
    this.etcd.hold(false);
    this.patroni.hold(false);
  }

  /** Writes until nothing more fits. */
  fill(): void {
    try {
      execFileSync("dd", ["if=/dev/zero", `of=${join(this.folder, "full")}`, "bs=64k"], {
        stdio: "ignore",
      });
    } catch {
      // Full: as intended.
    }
  }

  empty(): void {
    rmSync(join(this.folder, "full"), { force: true });
  }
}

/** A new primary may send again what the one before it sent; it never replaces a file. */
function archiveCommand(folder: string): string {
  const file = `${folder}/%f`;
  return `cmp -s %p ${file} || (test ! -f ${file} && cp %p ${file})`;
}

/** Starts machines with these numbers, in a cluster of their own. */
export function startMachines(numbers: number[], home: string, recovery?: Recovery): Machine[] {
  const places = numbers.map(place);
  return places.map((one) => new Machine(one, places, home, recovery));
}
