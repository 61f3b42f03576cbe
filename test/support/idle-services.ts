import { readdirSync } from 'node:fs';
import type { ActivityServices } from '../../activities/index.js';
import type { BackgroundWork } from './background-work.js';

const names = readdirSync(new URL('./background/', import.meta.url))
  .filter((file) => /\.[jt]s$/.test(file))
  .map((file) => file.slice(0, -3));
const works = await Promise.all(
  names.map(async (name) => {
    const module = (await import(`./background/${name}.js`)) as { background: BackgroundWork };
    return module.background;
  }),
);

/** Background services that have nothing to do: what a test is not about. */
export const IDLE_SERVICES = Object.assign(
  {},
  ...works.map(({ idle }) => idle),
) as ActivityServices;

/** What is left behind of each run that can be lost. */
export const LEFT_BEHIND = Object.assign(
  {},
  ...works.map(({ left }) => left),
) as BackgroundWork['left'];

/** Endpoints of webhooks that are never busy. */
export const IDLE_ENDPOINTS = { busy: () => [], fast: () => [] };
