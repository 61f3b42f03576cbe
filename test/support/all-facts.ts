import { readdirSync } from 'node:fs';
import type { ActivityServices } from '../../activities/index.js';
import type { ResourceFacts } from './resource-facts.js';

const names = readdirSync(new URL('./facts/', import.meta.url))
  .filter((file) => /\.[jt]s$/.test(file))
  .map((file) => file.slice(0, -3));
const all = await Promise.all(
  names.map(async (name) => {
    const module = (await import(`./facts/${name}.js`)) as { facts: ResourceFacts };
    return module.facts;
  }),
);

const merged = (of: (facts: ResourceFacts) => object | undefined): object =>
  Object.assign({}, ...all.map(of)) as object;

/** What a key that is bound to an inbox may do with each operation that a key may call. */
export const BOUND_KEYS = merged(({ boundKeys }) => boundKeys) as NonNullable<
  ResourceFacts['boundKeys']
>;

/** What operations need beside ids. */
export const GIVEN = merged(({ given }) => given) as NonNullable<ResourceFacts['given']>;

/** Operations whose examples are refused, with which status. */
export const REFUSED_EXAMPLES = merged(({ refusedExamples }) => refusedExamples);

/** Background services that have nothing to do: what a test is not about. */
export const IDLE_SERVICES = merged(({ idle }) => idle) as ActivityServices;

/** What is left behind of each run that can be lost. */
export const LEFT_BEHIND = merged(({ left }) => left) as NonNullable<ResourceFacts['left']>;

/** Endpoints of webhooks that are never busy. */
export const IDLE_ENDPOINTS = {
  busy: () => [],
  fast: () => [],
  onRoom: () => undefined,
};
