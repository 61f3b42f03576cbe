import type { RestClient } from '../../e2e/rest-client.js';
import type { ShownDomain } from '../../resources/domains/api.js';
import { publishAll } from '../../resources/domains/dns.js';
import { drive } from '../gated/driving.js';
import type { Scene } from './scene.js';

// What organizations do with their domains, however often the service is killed.

let names = 0;
/** A name that no story had before. */
export const newName = () => `crash${++names}.example`;

/** Adds a domain. A process that was killed before it answered may have added it: then the refusal says as what. */
export async function addDomain(client: RestClient, domain: string): Promise<ShownDomain> {
  let added: ShownDomain | undefined;
  const add = async () => {
    const { status, body } = await client.call('POST', '/v1/domains', { body: { domain } });
    const [id] = status === 409 ? (/dom_\w+/.exec(String(body.error)) ?? []) : [body?.id];
    added = await client.read<ShownDomain>(`/v1/domains/${id}`);
  };
  await drive(add, async () => added !== undefined, `adding ${domain}`);
  return added!;
}

/** Asks for a verification, however short a time ago the last one was. */
export async function verify({ database }: Scene, client: RestClient, id: string): Promise<void> {
  await database.query('UPDATE domains SET verify_asked_at = NULL WHERE id = $1', [id]);
  await client.call('POST', `/v1/domains/${id}/verify`);
}

/** Where a domain is in its life. */
export const statusOf = async ({ database }: Scene, id: string): Promise<string> => {
  const { rows } = await database.query<{ status: string }>(
    'SELECT status FROM domains WHERE id = $1',
    [id],
  );
  return rows[0]!.status;
};

const activate = (scene: Scene, client: RestClient, id: string) =>
  drive(
    () => verify(scene, client, id),
    async () => (await statusOf(scene, id)) === 'ACTIVE',
    'being ACTIVE',
  );

/** A domain that is verified. */
export async function active(
  scene: Scene,
  client: RestClient,
  name = newName(),
): Promise<ShownDomain> {
  const domain = await addDomain(client, name);
  publishAll(scene.dns, domain.dns_records);
  await activate(scene, client, domain.id);
  return domain;
}
