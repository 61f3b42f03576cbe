import { existsSync, readFileSync } from 'node:fs';

// This file is read from `bench/` and from `dist/bench/`.
const PACKAGE = ['../package.json', '../../package.json']
  .map((path) => new URL(path, import.meta.url))
  .find((file) => existsSync(file))!;
const { config } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as {
  config: { node: string; malloc: string };
};

/** Arguments of Node with which `npm start` starts the service. */
export const NODE_ARGUMENTS: readonly string[] = config.node.split(' ');

/** Settings of glibc's malloc with which `npm start` starts the service. */
export const MALLOC: Readonly<Record<string, string>> = Object.fromEntries(
  config.malloc.split(' ').map((setting) => setting.split('=') as [string, string]),
);
