import { expect } from '@jest/globals';
import { makeCertificate } from '../egress/fixture.js';
import type { SinkScript } from '../support/smtp-sink.js';
import { settingsOf, sink, testOutbound } from './fixture.js';

export const certificate = await makeCertificate('localhost');
/** Trusts the scripted servers. */
export const way = { authorities: certificate.cert };
/** A server with STARTTLS. */
export const secured = { certificate };

/** A trusted server with STARTTLS, and an outbound with so many milliseconds of patience. */
export async function setUp(script: SinkScript = {}, patience = 5_000) {
  const server = await sink(secured);
  server.script(script);
  const outbound = testOutbound({ way, timeouts: { smtp: patience } });
  return { server, outbound, settings: settingsOf(server) };
}

export async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 200 && !holds(); i++) await wait(10);
  expect(holds()).toBe(true);
}

export const wait = (milliseconds: number) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
