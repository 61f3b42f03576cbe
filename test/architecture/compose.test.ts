import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { ROLES, settings } from '../../src/config.js';

// The compose file cannot be run where the tests run: what can be read of it is checked.
interface Service {
  readonly build?: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

const file = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
};
const services = Object.entries(file.services);
const ours = services.filter(([, { build }]) => build !== undefined);

describe('docker-compose.yml', () => {
  it('runs each role, and nothing else of ours', () => {
    expect(ours.map(([, { command }]) => command?.[0]).sort()).toEqual([...ROLES].sort());
  });

  it.each(ours)('%s sets only variables that there are', (_name, { environment = {} }) => {
    const unknown = Object.keys(environment).filter((name) => !(name in settings.shape));
    expect(unknown).toEqual([]);
  });

  it.each(services.filter(([, { build }]) => build === undefined))(
    '%s has a pinned image',
    (_name, { image }) => {
      expect(image).toMatch(/:\d+\.\d+[\w.-]*$/);
    },
  );

  it('is built on a pinned Node 24', () => {
    const images = readFileSync('Dockerfile', 'utf8').match(/^FROM \S+/gm);
    expect(images).toEqual(Array(2).fill(expect.stringMatching(/^FROM node:24\.\d+\.\d+-/)));
  });
});
