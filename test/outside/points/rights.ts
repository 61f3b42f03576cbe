import { must, type Outside, type Point } from '../outside.js';

const HOOK = 'https://hooks.example.com/in';

/** A key of webhooks alone does not hear of mail. */
export const webhookRights: Point = {
  number: 22,
  title: 'a key without emails:read gets no mail by a webhook',
  see: async (outside) => {
    const key = await keyOf(outside, ['webhooks:manage']);
    const ask = async (body: object) =>
      (await outside.curl('POST', '/v1/webhooks', { key, json: { url: HOOK, ...body } })).status;
    const statuses = [
      await ask({}),
      await ask({ events: ['email.received'] }),
      await ask({ events: ['wait.matched'] }),
      await ask({ events: ['thread.created'] }),
    ];
    must(
      statuses.every((status) => status === 403),
      `answered ${statuses.join()}`,
    );
    return `${statuses.join(', ')} for all, email, wait, thread`;
  },
};

/** A key of one inbox does not change the organization. */
export const boundRights: Point = {
  number: 23,
  title: 'a key of an inbox does not change the organization',
  see: async (outside) => {
    const { curl, inbox } = outside;
    const { id } = await inbox();
    const made = await curl('POST', `/v1/inboxes/${id}/api-keys`, { json: { name: 'bound' } });
    const key = made.json.api_key as string;
    const renamed = await curl('PATCH', '/v1/orgs/me', { key, json: { name: 'Mine' } });
    const changed = await curl('PATCH', '/v1/orgs/me', { key, json: { settings: {} } });
    const own = await curl('GET', `/v1/inboxes/${id}`, { key });
    must(
      [renamed, changed].every(({ status }) => status === 403),
      'it was changed',
    );
    must(own.status === 200, `its own inbox answered ${own.status}`);
    return '403, 403; its own inbox 200';
  },
};

async function keyOf({ curl }: Outside, scopes: readonly string[]): Promise<string> {
  const { json } = await curl('POST', '/v1/orgs/me/api-keys', {
    json: { name: 'outside', scopes },
  });
  return json.api_key as string;
}
