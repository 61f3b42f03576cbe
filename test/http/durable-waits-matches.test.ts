import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Analysis } from '../../src/mail/analysis.js';
import { emailRemoval } from '../../src/store/mail/remove.js';
import { withCode } from '../support/mail.js';
import { until } from '../support/mail-api.js';
import { startWaitsApi, type WaitsApi } from '../support/waits-api.js';
import { TABLES } from '../../src/catalogue.js';

const removeEmails = emailRemoval(TABLES);

let waits: WaitsApi;
beforeAll(async () => {
  waits = await startWaitsApi();
});
beforeEach(() => waits.renew());
afterAll(() => waits.close());

describe('what a wait finds', () => {
  it.each<[string, object, Partial<Analysis>, object]>([
    ['any mail', { kind: 'email' }, {}, {}],
    ['a code', { kind: 'otp' }, withCode('482913'), { code: '482913' }],
    [
      'a link to verify',
      { kind: 'link' },
      { verificationLinks: ['https://x.example/verify'] },
      { link: 'https://x.example/verify' },
    ],
    [
      'a link to sign in before others',
      { kind: 'link' },
      {
        verificationLinks: ['https://x.example/verify'],
        magicLinks: ['https://x.example/magic'],
      },
      { link: 'https://x.example/magic' },
    ],
    ['part of the sender', { from: 'NORTH' }, {}, {}],
    ['part of the subject', { subject: 'WELC' }, {}, {}],
  ])('is %s', async (_what, body, found, match) => {
    const id = await waits.created(body);
    const emailId = await waits.deliver(found);
    expect((await waits.read(id)).body).toMatchObject({
      status: 'matched',
      ended_at: expect.any(String),
      matches: [{ email_id: emailId, received_at: expect.any(String), ...match }],
    });
  });

  const longAgo = new Date(Date.now() - 60_000).toISOString();
  it.each<[string, object, Partial<Analysis>]>([
    ['a mail without a code', { kind: 'otp' }, {}],
    [
      'a code that is not valid any more',
      { kind: 'otp' },
      { ...withCode('111111'), codeExpiry: longAgo, expiryAfterReceipt: longAgo },
    ],
    ['a mail without a link', { kind: 'link' }, withCode('111111')],
    ['another sender', { from: 'contoso' }, {}],
    ['another subject', { subject: 'W%' }, {}],
    ['another category', { category: 'verification' }, { category: 'newsletter' }],
    ['a mail without a code (has_otp)', { has_otp: true }, {}],
    ['spam', {}, { isSpam: true }],
    ['a time that is to come', { since: new Date(Date.now() + 60_000).toISOString() }, {}],
  ])('is not %s', async (_what, body, found) => {
    const id = await waits.created(body);
    await waits.deliver(found);
    expect((await waits.read(id)).body).toMatchObject({ status: 'waiting', matches: [] });
  });

  it('came after the wait was created, or from where it was to start', async () => {
    const before = new Date().toISOString();
    const [first, next] = [await waits.deliver(), await waits.deliver()];
    const found = async (body: object) => {
      const { body: wait } = await waits.read(await waits.created(body));
      return wait.matches.map(({ email_id: id }) => id);
    };
    expect(await found({})).toEqual([]);
    expect(await found({ since: before })).toEqual([first]);
    expect(await found({ since: before, count: 5 })).toEqual([first, next]);
    expect(await found({ since: first })).toEqual([next]);
  });

  it('does not touch the marks of long polls', async () => {
    const id = await waits.created({ kind: 'otp' });
    await waits.deliver(withCode('482913'));
    expect((await waits.read(id)).body.status).toBe('matched');
    const otp = await waits.api.call('GET', `/v1/inboxes/${waits.inbox.inboxId}/otp?timeout=1`, {
      key: waits.key,
    });
    expect(otp.body.code).toBe('482913');
  });

  it('is collected until there are enough, each mail once', async () => {
    const id = await waits.created({ kind: 'otp', count: 2 });
    const first = await waits.deliver(withCode('111111'));
    for (let look = 0; look < 2; look++)
      expect((await waits.read(id)).body).toMatchObject({
        status: 'waiting',
        matches: [{ email_id: first }],
      });
    const other = await waits.deliver(withCode('222222'));
    await waits.deliver(withCode('333333'));
    const { body } = await waits.read(id);
    expect(body).toMatchObject({
      status: 'matched',
      matches: [
        { email_id: first, code: '111111' },
        { email_id: other, code: '222222' },
      ],
    });
    expect((await waits.read(id)).body).toEqual(body);
  });

  it('is told once, whoever looks and however often', async () => {
    const id = await waits.created();
    const emailId = await waits.deliver();
    await Promise.all([
      ...[1, 2, 3].flatMap(() => [waits.read(id), waits.read(id, 0, waits.second)]),
      waits.api.background.durableWaits.lookForRun(id),
      waits.second.background.durableWaits.lookForRun(id),
    ]);
    const told = await waits.events(id);
    expect(told.map(({ kind }) => kind)).toEqual(['wait.matched']);
    expect(JSON.parse(told[0]!.body)).toMatchObject({
      event: 'wait.matched',
      data: {
        wait_id: id,
        inbox_id: waits.inbox.inboxId,
        kind: 'email',
        status: 'matched',
        matches: [{ email_id: emailId, received_at: expect.any(String) }],
      },
    });
  });

  it('says nothing any more of a mail that is deleted', async () => {
    const id = await waits.created({ kind: 'otp' });
    const emailId = await waits.deliver(withCode('482913'));
    await waits.read(id);
    await waits.api.database.transaction((manager) => removeEmails(manager, [emailId]));
    expect((await waits.read(id)).body.matches).toEqual([
      { email_id: emailId, received_at: expect.any(String) },
    ]);
  });
});

describe('a wait whose time is up', () => {
  it('expires with what it found, and is told once', async () => {
    const id = await waits.created({ count: 2 });
    const emailId = await waits.deliver();
    await waits.endedAgo(id, -0.02);
    await until(async () => (await waits.read(id)).body.status !== 'waiting');
    await Promise.all([waits.read(id), waits.api.background.durableWaits.lookForRun(id)]);
    expect((await waits.read(id)).body).toMatchObject({
      status: 'expired',
      matches: [{ email_id: emailId }],
    });
    expect((await waits.events(id)).map(({ kind }) => kind)).toEqual(['wait.expired']);
  });

  it('does not take a mail that came too late', async () => {
    const id = await waits.created();
    await waits.endedAgo(id, 1);
    await waits.deliver();
    expect((await waits.read(id)).body).toMatchObject({ status: 'expired', matches: [] });
  });

  it('ends with the mail that came in time, also when nobody looked', async () => {
    const id = await waits.created();
    await waits.deliver();
    await waits.endedAgo(id, 0);
    expect((await waits.read(id)).body.status).toBe('matched');
  });
});
