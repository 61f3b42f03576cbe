import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const BUNDLE = join(process.cwd(), 'dist/service');
const run = promisify(execFile);

const isThread = (file: string) => file.endsWith('-worker.js');
const scripts = (await readdir(BUNDLE)).filter((file) => file.endsWith('.js'));
// Long lines are broken, within strings as well.
const textOf = async (file: string) =>
  (await readFile(join(BUNDLE, file), 'utf8')).replaceAll('\\\n', '');
const sources = await readdir('dist/src', { recursive: true });

describe('the bundle of the service', () => {
  it('has the threads, and starts these in place of what they are made of', async () => {
    const threads = sources.filter(isThread).map((file) => basename(file));
    expect(threads.length).toBeGreaterThan(0);
    expect(scripts).toEqual(expect.arrayContaining(threads));
    const texts = await Promise.all(scripts.map(textOf));
    const started = texts.flatMap((text) => [
      ...text.matchAll(/new URL\(["']([^"']+-worker\.js)["']/g),
    ]);
    expect(new Set(started.map(([, url]) => url))).toEqual(
      new Set(threads.map((name) => `./${name}`)),
    );
  });

  it('finds all that its parts load, and where they look for files', async () => {
    const late = scripts.filter((file) => file !== 'main.js' && !isThread(file));
    const code = late
      .map((file) => `await import(${JSON.stringify(join(BUNDLE, file))});`)
      .join('');
    await run(process.execPath, ['--input-type=module', '-e', `${code}process.exit(0)`]);
  });
});
