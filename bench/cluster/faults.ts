import type { Machine } from "./machine.ts";
import type { Service } from "./process.ts";

/** What can be broken. */
export interface Cluster {
  machines: Machine[];
  primary: Machine;
  webServers: Service[];
}

type Mending = void | (() => void);

/** In this order; each begins when the cluster is whole again. What one returns takes place after 40 s. */
export const FAULTS: Record<string, (cluster: Cluster) => Mending | Promise<Mending>> = {
  "PostgreSQL and Patroni of the primary killed": ({ primary }) => primary.signal("SIGKILL"),
  "the primary's machine dead for 40 s"({ primary }) {
    primary.hold(true);
    return () => primary.hold(false);
  },
  "a web server killed": ({ webServers }) => webServers[0]!.kill(),
  async "etcd's leader killed"({ machines }) {
    for (const machine of machines) if (await machine.leadsEtcd()) machine.killEtcd();
  },
  "the primary frozen for 40 s"({ primary }) {
    primary.signal("SIGSTOP");
    return () => primary.signal("SIGCONT");
  },
  // To Patroni, a database that refuses rows is a sound one: `deploy/patroni/full-disk.sh` gives its place away.
  "the primary's disk full for 40 s"({ primary }) {
    primary.fill();
    return () => primary.empty();
  },
  "the primary's network cut for 40 s"({ primary }) {
    primary.cable("down");
    return () => primary.cable("up");
  },
};
