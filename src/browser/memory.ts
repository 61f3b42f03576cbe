import { readdir, readFile } from 'node:fs/promises';

const PAGE_BYTES = 4_096;
// Fields of /proc/<pid>/stat behind the name, which may hold anything: state, parent, group, session.
const SESSION = 3;

/** Bytes that the processes of these sessions hold alone, by session (proc(5), statm: resident less shared). */
export async function memoryOf(sessions: ReadonlySet<number>): Promise<Map<number, number>> {
  const held = new Map<number, number>();
  const names = await readdir('/proc').catch(() => []);
  await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((pid) => addMemory(held, pid, sessions)),
  );
  return held;
}

async function addMemory(
  held: Map<number, number>,
  pid: string,
  sessions: ReadonlySet<number>,
): Promise<void> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const session = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[SESSION]);
    if (!sessions.has(session)) return;
    const [, resident, shared] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
    const bytes = (Number(resident) - Number(shared)) * PAGE_BYTES;
    held.set(session, (held.get(session) ?? 0) + bytes);
  } catch {
    // It ended meanwhile.
  }
}
