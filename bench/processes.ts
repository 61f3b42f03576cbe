import { readdir, readFile } from 'node:fs/promises';

/** What a part of the service uses. */
export interface Usage {
  /** User and system time since it started, children that ended included. */
  readonly cpuMs: number;
  /** Memory, with pages shared by several processes divided among them. */
  readonly pssMb: number;
  readonly processes: number;
}

/** The parts of a service: its own process, the embedded servers, and all together. */
export type UsageByPart = Readonly<Record<'node' | 'postgres' | 'temporal' | 'all', Usage>>;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  readonly cpuMs: number;
}

// Linux: USER_HZ is 100 for every program, whatever the kernel ticks at.
const MS_PER_TICK = 10;
const NONE: Usage = { cpuMs: 0, pssMb: 0, processes: 0 };

/** What process `root` and all its descendants use. Linux only: it reads /proc. */
export async function usageOf(root: number): Promise<UsageByPart> {
  const parts = { node: NONE, postgres: NONE, temporal: NONE, all: NONE };
  for (const stat of familyOf(root, await allStats())) {
    const usage = { cpuMs: stat.cpuMs, pssMb: await pssOf(stat.pid), processes: 1 };
    const part = partOf(stat.name);
    parts[part] = sum(parts[part], usage);
    parts.all = sum(parts.all, usage);
  }
  return parts;
}

/** CPU milliseconds of `root` and all its descendants so far. */
export async function cpuOf(root: number): Promise<number> {
  return familyOf(root, await allStats()).reduce((total, { cpuMs }) => total + cpuMs, 0);
}

/** CPU milliseconds of the main thread of process `pid` so far, and of all processes of `usageOf` by part. */
export async function cpuByPart(pid: number): Promise<Readonly<Record<CpuPart, number>>> {
  const [{ node, postgres, temporal }, main] = await Promise.all([
    usageOf(pid),
    statOf(`${pid}/task/${pid}`),
  ]);
  const mainThread = main?.cpuMs ?? 0;
  return {
    'main thread': mainThread,
    'other threads': node.cpuMs - mainThread,
    Postgres: postgres.cpuMs,
    Temporal: temporal.cpuMs,
  };
}

/** What the descendants of `root` with a name like this use. */
export async function programsBelow(root: number, name: RegExp): Promise<Usage> {
  let usage = NONE;
  for (const stat of familyOf(root, await allStats())) {
    if (!name.test(stat.name)) continue;
    usage = sum(usage, { cpuMs: stat.cpuMs, pssMb: await pssOf(stat.pid), processes: 1 });
  }
  return usage;
}

/** Where CPU time goes: threads of Node, and the embedded servers. */
export type CpuPart = 'main thread' | 'other threads' | 'Postgres' | 'Temporal';

const sum = (one: Usage, other: Usage): Usage => ({
  cpuMs: one.cpuMs + other.cpuMs,
  pssMb: one.pssMb + other.pssMb,
  processes: one.processes + other.processes,
});

function partOf(name: string): 'node' | 'postgres' | 'temporal' {
  if (name.startsWith('postgres')) return 'postgres';
  return name.startsWith('temporal') ? 'temporal' : 'node';
}

// Embedded servers have process groups of their own, but the service stays their parent.
function familyOf(root: number, stats: readonly Stat[]): Stat[] {
  const family = stats.filter(({ pid }) => pid === root);
  for (const member of family) family.push(...stats.filter(({ parent }) => parent === member.pid));
  return family;
}

async function allStats(): Promise<Stat[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const stats = await Promise.all(pids.map((pid) => statOf(String(pid))));
  return stats.filter((stat) => stat !== null);
}

/**
 * proc(5): the name in field 2 may hold spaces and parentheses. `path` is a process, or a thread of one. Null once it
 * is gone.
 */
async function statOf(path: string): Promise<Stat | null> {
  const line = await readFile(`/proc/${path}/stat`, 'utf8').catch(() => null);
  if (line === null) return null;
  const end = line.lastIndexOf(')');
  const fields = line.slice(end + 2).split(' ');
  // Fields 14 to 17: user, system, and both of children that were waited for.
  const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
  const name = line.slice(line.indexOf('(') + 1, end);
  return { pid: parseInt(path), parent: Number(fields[1]), name, cpuMs: ticks * MS_PER_TICK };
}

async function pssOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024;
}
