import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { createInbox, idsOf, newCode, sendCode, type Inbox } from './mail.js';
import type { RestClient } from './rest-client.js';

const NEIGHBOURS = 12;

describe('an inbox that somebody else has locked', () => {
  let installation: SharedInstallation;
  let service: RunningService;
  let client: RestClient;
  let holder: pg.Client;

  beforeAll(async () => {
    installation = await createSharedInstallation();
    service = await installation.start({ settings: { ROLES: 'api,smtp' } });
    client = await installation.client(service);
    holder = new pg.Client(installation.database.url);
    await holder.connect();
  });
  afterAll(async () => {
    await holder.end();
    await installation.remove();
  });

  /** Locks the inbox as a long transaction on it does, until what is answered is called. */
  const lock = async ({ id }: Inbox) => {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM inbox_counters WHERE inbox_id = $1 FOR UPDATE', [id]);
    return () => holder.query('ROLLBACK');
  };
  const ids = ({ id }: Inbox) => idsOf(client, `/v1/inboxes/${id}/emails`);
  const send = (inbox: Inbox) => sendCode(service, inbox, newCode());
  const refused = (sending: Promise<unknown>) =>
    sending.then(
      () => 250,
      ({ responseCode }: { responseCode: number }) => responseCode,
    );

  it('gets its mail once it is free, and holds up no other inbox', async () => {
    const [locked, neighbour] = [await createInbox(client), await createInbox(client)];
    const release = await lock(locked);

    const waiting = send(locked);
    const stored = await Promise.all(Array.from({ length: NEIGHBOURS }, () => send(neighbour)));
    await release();

    expect((await ids(neighbour)).toSorted()).toEqual(stored.toSorted());
    const late = await waiting;
    expect(await ids(locked)).toEqual([late]);
  });

  it('has its mail refused for now when that takes long, while others get theirs', async () => {
    const [locked, neighbour] = [await createInbox(client), await createInbox(client)];
    const release = await lock(locked);

    const answered = refused(send(locked));
    const stored = [];
    for (let i = 0; i < NEIGHBOURS; i++) stored.push(await send(neighbour));
    expect(await answered).toBe(451);
    await release();

    expect((await ids(neighbour)).toSorted()).toEqual(stored.toSorted());
    expect(await ids(locked)).toEqual([]);
    const again = await send(locked);
    expect(await ids(locked)).toEqual([again]);
  });

  it('keeps mail to others as well from being stored for some of them', async () => {
    const [locked, neighbour] = [await createInbox(client), await createInbox(client)];
    const release = await lock(locked);
    const to = [locked.address, neighbour.address];

    const transport = createTransport({ host: service.smtp.host, port: service.smtp.port });
    const answered = await refused(transport.sendMail({ from: 'a@b.example', to, text: 'Both' }));
    const alone = await send(neighbour);
    await release();

    expect(answered).toBe(451);
    expect(await ids(neighbour)).toEqual([alone]);
    const { response } = await transport.sendMail({ from: 'a@b.example', to, text: 'Both' });
    transport.close();
    expect(response).toMatch(/^250/);
    expect(await ids(locked)).toHaveLength(1);
    expect(await ids(neighbour)).toHaveLength(2);
  });
});
