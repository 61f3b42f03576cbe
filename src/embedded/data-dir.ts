import { mkdir, realpath } from 'node:fs/promises';

/** Makes the directory of the embedded servers if need be; its absolute path without links. */
export async function prepareDataDir(path: string): Promise<string> {
  // As root, PostgreSQL runs as another user, who must be able to pass through.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  await mkdir(path, { recursive: true, mode });
  return realpath(path);
}
