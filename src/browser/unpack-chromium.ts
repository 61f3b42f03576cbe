import { createReadStream, createWriteStream } from 'node:fs';
import {
  access,
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { brotliDecompress, createBrotliDecompress } from 'node:zlib';
import { promisify } from 'node:util';
import type { ChromiumProgram } from './find-chromium.js';

const decompress = promisify(brotliDecompress);
// What stands in a directory is of one version of the package.
const NAME = `restante-chromium-143.0.4-${process.getuid?.() ?? 0}`;
const OTHERS_WRITE = 0o022;

/**
 * Unpacks the files of a package to a directory of our own, once. It lies where every user may get to: the browser
 * runs as one that owns nothing.
 */
export async function unpackChromium(files: string): Promise<ChromiumProgram> {
  const directory = join(tmpdir(), NAME);
  if (!(await isOurs(directory))) await unpack(files, directory);
  return programIn((await isOurs(directory)) ? directory : await unpackElsewhere(files));
}

const programIn = (directory: string): ChromiumProgram => ({
  path: join(directory, 'chromium'),
  env: {
    FONTCONFIG_FILE: join(directory, 'fonts.conf'),
    LD_LIBRARY_PATH: join(directory, 'lib'),
  },
});

/** Whether it is there, and nobody else can have put it there. */
async function isOurs(directory: string): Promise<boolean> {
  const found = await lstat(directory).catch(() => null);
  const isThere = await access(join(directory, 'chromium')).then(
    () => true,
    () => false,
  );
  if (!isThere) return false;
  if (!found?.isDirectory()) return false;
  return found.uid === process.getuid?.() && (found.mode & OTHERS_WRITE) === 0;
}

/** Somebody else has the name. */
async function unpackElsewhere(files: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), `${NAME}-`));
  await unpackInto(files, directory);
  return directory;
}

async function unpack(files: string, directory: string): Promise<void> {
  const made = await mkdtemp(`${directory}-`);
  try {
    await unpackInto(files, made);
    await rename(made, directory);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    // Another process was quicker, or has the name: the caller looks.
    if (!isTaken(error)) throw error;
  }
}

const isTaken = (error: unknown) =>
  ['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');

async function unpackInto(files: string, directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const archive of ['fonts.tar.br', 'al2023.tar.br'])
    await untar(await decompress(await readFile(join(files, archive))), directory);
  // In place of the archive's own, whose directories are not there: Chromium crashes without any font.
  await writeFile(join(directory, 'fonts.conf'), fontsConfig(directory));
  await pipeline(
    createReadStream(join(files, 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(join(directory, 'chromium'), { mode: 0o755 }),
  );
}

const fontsConfig = (directory: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${directory}/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

// POSIX ustar: blocks of 512 bytes; a header has the name, the size in octal and the kind.
const BLOCK = 512;
const SIZE = [124, 136] as const;
const KIND = 156;
const FILE = '0';

async function untar(archive: Buffer, directory: string): Promise<void> {
  for (let at = 0; archive[at];) {
    const header = archive.subarray(at, at + BLOCK);
    const name = header.toString('utf8', 0, header.indexOf(0));
    const size = parseInt(header.toString('ascii', ...SIZE), 8);
    const begin = at + BLOCK;
    if (String.fromCharCode(header[KIND]!) === FILE && !name.includes('..')) {
      const path = join(directory, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, archive.subarray(begin, begin + size), { mode: 0o644 });
    }
    at = begin + Math.ceil(size / BLOCK) * BLOCK;
  }
}
