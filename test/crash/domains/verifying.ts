import type { RestClient } from '../../e2e/rest-client.js';
import type { ShownDomain } from '../../resources/domains/api.js';
import { publishAll } from '../../resources/domains/dns.js';
import { checkTold } from './checks.js';
import { addDomain, newName, verify } from './domain-acts.js';
import { drive } from '../gated/driving.js';
import { ELSEWHERE } from './mail-acts.js';
import type { Step } from './gates.js';
import type { Scene } from './scene.js';
import type { Story } from '../gated/story.js';

/** A domain is added, published and verified, and its owners are told. */
export const verifying: Story<Scene, Step> = {
  name: 'verifying',
  steps: [
    'a verification is asked for',
    'a look is written',
    'a change is kept',
    'it is told of as verified',
    'owners are told by mail',
  ],
  async tell(scene, attack, problem) {
    const [client] = scene.clients;
    const domain = await addDomain(client, newName());
    await patch(client, domain, { notify: [ELSEWHERE] });
    publishAll(scene.dns, domain.dns_records);
    const attacked = await attack();
    const { database } = scene;
    const isTold = async () => {
      const { rowCount } = await database.query(
        `SELECT FROM domains WHERE id = $1 AND status = 'ACTIVE' AND told_at IS NOT NULL`,
        [domain.id],
      );
      return rowCount === 1;
    };
    await drive(() => verify(scene, client, domain.id), isTold, 'being verified and told of');
    await attacked();
    await checkTold(scene, domain.id, 'verified', problem);
    const { rows } = await database.query<{ record: string }>(
      `SELECT record FROM domain_changes WHERE domain_id = $1 GROUP BY record HAVING count(*) <> 1`,
      [domain.id],
    );
    for (const { record } of rows) problem(`${domain.id}: ${record} changed more than once`);
    const notices = await database.query(
      `SELECT FROM emails WHERE direction = 'outbound' AND subject LIKE $1 || ' %'`,
      [domain.domain],
    );
    if (notices.rowCount !== 1) problem(`${domain.id}: ${notices.rowCount} notices`);
  },
};

const patch = (client: RestClient, { id }: ShownDomain, body: object) => {
  let status = 0;
  return drive(
    async () => {
      status = (await client.call('PATCH', `/v1/domains/${id}`, { body })).status;
    },
    async () => status === 200,
    'a change',
  );
};
