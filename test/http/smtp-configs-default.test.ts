import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createClient,
  startSmtpConfigApi,
  type SmtpConfigApi,
  type SmtpConfigClient,
} from '../resources/smtp-configs/api.js';

let api: SmtpConfigApi;
let second: SmtpConfigApi;
let client: SmtpConfigClient;

beforeAll(async () => {
  api = await startSmtpConfigApi();
  second = await startSmtpConfigApi(api);
});
beforeEach(async () => {
  client = await createClient(api);
});
afterAll(async () => {
  await second.close();
  await api.close();
});

describe('the default SMTP config', () => {
  it('is none unless one is made it', async () => {
    await client.make();
    expect(await client.defaults()).toEqual([]);
  });

  it('moves, and the one before knows', async () => {
    const first = await client.make({ is_default: true });
    const other = await client.make();
    const reply = await client.makeDefault(other);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ id: other, is_default: true });
    expect((await client.get(first)).body.is_default).toBe(false);
    expect((await client.makeDefault(other)).body.is_default).toBe(true);
  });

  it('is taken over by creation and by change, and given up by change', async () => {
    const first = await client.make({ is_default: true });
    const other = await client.make({ is_default: true });
    expect(await client.defaults()).toEqual([other]);
    await client.patch(first, { is_default: true });
    expect(await client.defaults()).toEqual([first]);
    await client.patch(first, { is_default: false });
    expect(await client.defaults()).toEqual([]);
  });

  it('is each organization’s own', async () => {
    const stranger = await createClient(api);
    const [mine, theirs] = [await client.make(), await stranger.make()];
    await Promise.all([client.makeDefault(mine), stranger.makeDefault(theirs)]);
    expect([await client.defaults(), await stranger.defaults()]).toEqual([[mine], [theirs]]);
  });

  it('is exactly one at every moment of 50 parallel calls to two processes', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => client.make()));
    await client.makeDefault(ids[0]!);
    let done = false;
    const counts = new Set<number>();
    const watching = (async () => {
      while (!done) {
        const { status, body } = await client.list('?limit=100');
        const rows = (body.data ?? []) as { is_default: boolean }[];
        if (status === 200) counts.add(rows.filter((row) => row.is_default).length);
      }
    })();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const through = index % 2 === 0 ? api : second;
        return through.call('PATCH', `/v1/smtp-configs/${ids[index % 10]}/default`, {
          key: client.key,
        });
      }),
    );
    done = true;
    await watching;
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect([...counts]).toEqual([1]);
  });

  it('is one after defaults are created and deleted in parallel', async () => {
    const doomed = await client.make({ is_default: true });
    const replies = await Promise.all([
      client.remove(doomed),
      ...Array.from({ length: 8 }, () => client.make({ is_default: true })),
      client.makeDefault(doomed),
    ]);
    expect(replies).toHaveLength(10);
    expect(await client.defaults()).toHaveLength(1);
  });
});
