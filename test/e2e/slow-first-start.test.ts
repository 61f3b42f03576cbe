import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from './eventually.js';
import { createSharedInstallation, type SharedInstallation } from './installation.js';
import { createInbox } from './mail.js';

const LONG = 300_000;
// What processes take turns by that start at once, each to see whether there is an organization.
const TURN = 7_211_003;

let installation: SharedInstallation;
let holder: pg.Client;
beforeAll(async () => {
  installation = await createSharedInstallation();
  holder = new pg.Client({ connectionString: installation.database.url });
  await holder.connect();
}, LONG);
afterAll(async () => {
  await holder.end();
  await installation.remove();
});

it(
  'a first start waits for storage that answers too late, and then shows its key',
  async () => {
    await holder.query(`BEGIN; SELECT pg_advisory_xact_lock(${TURN})`);
    const service = installation.launch();
    await eventually(() => service.output().includes('storage is slow at the start'));
    await holder.query('ROLLBACK');

    const ready = await service.ready;
    expect(service.output()).toContain(await installation.apiKey());
    const client = await installation.client(ready);
    expect(await createInbox(client)).toMatchObject({ id: expect.stringMatching(/^inb_/) });
  },
  LONG,
);
