import { open, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Ways in which a secret is written, as bytes. */
export function needlesOf(secret: string): ReadonlyMap<string, Buffer> {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const first = Math.ceil((offset * 8) / 6);
    return text.slice(first, Math.floor(((offset + bytes.length) * 8) / 6));
  });
  const forms: readonly (readonly [string, string])[] = [
    ['as it is', secret],
    ['in an address', encodeURIComponent(secret)],
    ['in JSON', JSON.stringify(secret).slice(1, -1)],
    ['in HTML', secret.replace(/&/g, '&amp;').replace(/</g, '&lt;')],
    ['in hexadecimal', bytes.toString('hex')],
    ['in hexadecimal, in capitals', bytes.toString('hex').toUpperCase()],
    ...base64.flatMap((text, offset) => [
      [`in base64 from ${offset}`, text] as const,
      [`in base64url from ${offset}`, text.replace(/\+/g, '-').replace(/\//g, '_')] as const,
    ]),
  ];
  return new Map([
    ...forms.map(([name, text]) => [name, Buffer.from(text)] as const),
    ['in UTF-16', Buffer.from(secret, 'utf16le')],
  ]);
}

/** What of the needles is in some bytes, by name. */
export const foundIn = (bytes: Buffer, needles: ReadonlyMap<string, Buffer>): string[] =>
  [...needles].filter(([, needle]) => bytes.includes(needle)).map(([name]) => name);

/** Every file below a directory. */
export async function* filesBelow(directory: string): AsyncGenerator<string> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

/** Processes whose environment names `word`, or that such started; with their programs. */
export async function processesWith(word: string): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const known = await Promise.all(
    pids.map(async (pid) => ((await aboutOf(pid)).includes(word) ? [pid] : [])),
  );
  return known.flat();
}

/** What /proc tells of a process: its arguments, environment and open files. */
export async function aboutOf(pid: number): Promise<string> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => '');
  const open = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const links = open.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => ''));
  return [await read('cmdline'), await read('environ'), ...(await Promise.all(links))].join('\n');
}

const CHUNK = 16 * 1024 * 1024;

/** What of the needles is in the memory of a process (proc(5), mem), by name. */
export async function foundInMemory(
  pid: number,
  needles: ReadonlyMap<string, Buffer>,
): Promise<string[]> {
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8');
  const memory = await open(`/proc/${pid}/mem`, 'r');
  const longest = Math.max(...[...needles.values()].map(({ length }) => length));
  const found = new Set<string>();
  try {
    for (const [begin, end] of writableIn(maps).flatMap(inChunks)) {
      const bytes = Buffer.alloc(end + longest - begin);
      await memory.read(bytes, 0, bytes.length, begin).catch(() => undefined);
      for (const name of foundIn(bytes, needles)) found.add(name);
    }
  } finally {
    await memory.close();
  }
  return [...found];
}

type Span = readonly [begin: number, end: number];

const inChunks = ([begin, end]: Span): Span[] =>
  Array.from({ length: Math.ceil((end - begin) / CHUNK) }, (_, n) => [
    begin + n * CHUNK,
    Math.min(begin + (n + 1) * CHUNK, end),
  ]);

const writableIn = (maps: string): Span[] =>
  [...maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw/gm)].map(
    ([, begin, end]) => [parseInt(begin!, 16), parseInt(end!, 16)] as const,
  );
