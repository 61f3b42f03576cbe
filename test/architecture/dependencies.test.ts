import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly resolved?: string;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>;
};
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  string,
  Record<string, string>
>;
const installed = Object.entries(packages)
  .filter(([path]) => path.startsWith('node_modules/'))
  .map(([path, locked]) => ({ name: path.split('node_modules/').pop()!, ...locked }));

/** Versions below these have published advisories, wherever they stand in the tree. */
const FLOORS: Readonly<Record<string, string>> = {
  koa: '3.1.2',
  '@koa/router': '15.0.0',
  'smtp-server': '3.21.6',
  nodemailer: '9.0.1',
  mailparser: '3.9.4',
  typeorm: '0.3.26',
  'linkify-it': '5.0.2',
};

function isAtLeast(version: string, floor: string): boolean {
  const [have, want] = [version, floor].map((text) => text.split('.').map(Number));
  const index = want!.findIndex((part, i) => part !== have![i]);
  return index < 0 || have![index]! > want![index]!;
}

describe('the lockfile', () => {
  it.each(Object.entries(FLOORS))('holds no %s below %s', (name, floor) => {
    const versions = installed.filter((p) => p.name === name).map(({ version }) => version!);
    expect(versions.length).toBeGreaterThan(0);
    expect(versions.filter((version) => !isAtLeast(version, floor))).toEqual([]);
  });

  it('holds no copyleft or source-available licence', () => {
    const free = (licence = '') => licence.includes(' OR ') && licence.includes('MIT');
    const barred = installed.filter(
      ({ license }) => /GPL|EUPL|BUSL|SSPL/i.test(license ?? '') && !free(license),
    );
    expect(barred.map(({ name, license }) => `${name} ${license}`)).toEqual([]);
  });

  it('names no registry host', () => {
    expect(installed.filter(({ resolved }) => resolved).map(({ name }) => name)).toEqual([]);
  });
});

describe('package.json', () => {
  it.each(['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'])(
    'pins all %s exactly',
    (kind) => {
      // `$name` is the version that is pinned for the project itself, `npm:` another package in its place.
      const pinned = (version: unknown): boolean =>
        typeof version === 'string'
          ? /^(npm:[\w@/-]+@)?\d+\.\d+\.\d+|^\$/.test(version)
          : Object.values(version as object).every(pinned);
      const loose = Object.entries(manifest[kind]!).filter(([, version]) => !pinned(version));
      expect(loose).toEqual([]);
    },
  );
});
