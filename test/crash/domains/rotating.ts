import { setTimeout as sleep } from 'node:timers/promises';
import type { ShownDomain } from '../../resources/domains/api.js';
import { publishAll } from '../../resources/domains/dns.js';
import { checkMails, checkTold } from './checks.js';
import { active, verify } from './domain-acts.js';
import { drive, nothing } from '../gated/driving.js';
import { arrived, isSettled, makeInbox, sendAgain, trySend } from './mail-acts.js';
import type { Step } from './gates.js';
import type { Scene } from './scene.js';
import type { Story } from '../gated/story.js';

// Milliseconds after which a process no longer signs with a key that another one took over from.
const KEY_KEPT = 6_000;

/** The key of a domain is changed, and mail leaves meanwhile. */
export const rotating: Story<Scene, Step> = {
  name: 'rotating',
  steps: [
    'the next key is made',
    'the next key is seen',
    'the old key retires',
    'the next key signs',
    'the change of keys is told of',
    'the old key is revoked',
  ],
  async tell(scene, attack, problem) {
    const { clients, database, dns } = scene;
    const [client] = clients;
    const domain = await active(scene, client);
    const inbox = await makeInbox(client, domain.domain);
    const attacked = await attack();
    let current = domain;
    const read = async () => {
      current = await client.read<ShownDomain>(`/v1/domains/${domain.id}`);
    };
    await drive(
      async () => {
        await client.call('POST', `/v1/domains/${domain.id}/dkim/rotate`);
        await read();
      },
      async () => current.more_records.dkim_next !== undefined,
      'a next key',
    );
    publishAll(dns, { next: current.more_records.dkim_next! });
    const stateOf = async (selector: string) => {
      const { rows } = await database.query<{ state: string }>(
        'SELECT state FROM dkim_keys WHERE domain_id = $1 AND selector = $2',
        [domain.id, selector],
      );
      return rows[0]!.state;
    };
    const age = (column: string, interval: string) =>
      database.query(
        `UPDATE dkim_keys SET ${column} = ${column} - $2::interval WHERE domain_id = $1`,
        [domain.id, interval],
      );
    let sent = 0;
    const push = (column: string, interval: string) => async () => {
      if ((await trySend(client, inbox, 'while keys change')) === 200) sent++;
      await age(column, interval);
      await verify(scene, client, domain.id);
    };
    const isSigning = async () => (await stateOf('rst2')) === 'signing';
    await drive(push('seen_since', '1 hour'), isSigning, 'the next key');
    await arrived(scene, domain.domain, sent);
    // In the life of a domain a week lies between: what was signed before has left or failed by then.
    await sleep(KEY_KEPT);
    await drive(nothing, () => isSettled(scene, inbox), 'the end of sends of before');
    const { length: checked } = await checkMails(scene, domain, 0, problem);
    const isRevoked = async () => (await stateOf('rst1')) === 'revoked';
    await drive(push('retired_at', '7 days'), isRevoked, 'the end of the old key');
    await attacked();
    await sendAgain(client, inbox, 'at last');
    await arrived(scene, domain.domain, checked + 1);
    await checkMails(scene, domain, checked, problem);
    await checkTold(scene, domain.id, 'dkim_rotated', problem);
    const { rowCount } = await database.query(
      `SELECT FROM dkim_keys WHERE domain_id = $1 AND state = 'next'`,
      [domain.id],
    );
    if (rowCount !== 0) problem(`${domain.id}: another key was made that nobody asked for`);
  },
};
