import type { Machine } from "./machine.ts";
import type { Service } from "./process.ts";

/** What can be broken. */
export interface Cluster {
  machines: Machine[];
  webServers: Service[];
  primary(): Promise<Machine>;
}

export interface Fault {
  name: string;
  /** Breaks something; what it returns takes place after a while: frozen machines thaw. */
  break(cluster: Cluster): Promise<(() => void) | undefined>;
}

/** In this order; each begins when the cluster is whole again. */
export const FAULTS: Fault[] = [
  {
    name: "PostgreSQL and Patroni of the primary killed",
    async break(cluster) {
      (await cluster.primary()).signal("SIGKILL");
      return undefined;
    },
  },
  {
    name: "the primary's machine dead for 40 s",
    async break(cluster) {
      const primary = await cluster.primary();
      primary.die();
      return () => primary.revive();
    },
  },
  {
    name: "a web server killed",
    async break({ webServers }) {
      webServers[0]!.kill("SIGKILL");
      return undefined;
    },
  },
  {
    name: "etcd's leader killed",
    async break({ machines }) {
      const leader = await etcdLeader(machines);
      leader.etcd.kill("SIGKILL");
      return undefined;
    },
  },
  {
    name: "the primary frozen for 40 s",
    async break(cluster) {
      const primary = await cluster.primary();
      primary.signal("SIGSTOP");
      return () => primary.signal("SIGCONT");
    },
  },
  {
    name: "the primary's disk full for 40 s",
    // To Patroni, a database that refuses rows is a sound one: `deploy/patroni/full-disk.sh` gives its place away.
    async break(cluster) {
      const primary = await cluster.primary();
      primary.fill();
      return () => primary.empty();
    },
  },
  {
    name: "the primary's network cut for 40 s",
    async break(cluster) {
      const primary = await cluster.primary();
      primary.place.cut();
      return () => primary.place.mend();
    },
  },
];

async function etcdLeader(machines: Machine[]): Promise<Machine> {
  for (const machine of machines) {
    const answer = await fetch(`http://${machine.place.address}:2379/v3/maintenance/status`, {
      method: "POST",
      body: "{}",
    });
    const { leader, header } = (await answer.json()) as {
      leader: string;
      header: { member_id: string };
    };
    if (leader === header.member_id) return machine;
  }
  throw new Error("etcd has no leader");
}
