import { afterEach, describe, expect, it } from '@jest/globals';
import type { OutboundDeps } from '../../src/outbound/outbound.js';
import { closeAll, startReceiver } from '../egress/fixture.js';
import { closeOutbound, mailTo } from './fixture.js';
import { certificate, createWorld, mx, NO_TLS, ONE, TWO, type World } from './mx-fixture.js';

afterEach(async () => {
  await closeOutbound();
  await closeAll();
});

describe('mail straight to its domain', () => {
  it('goes to the preferred exchanger, on port 25', async () => {
    const world = createWorld();
    const server = await world.place(ONE);
    world.publish(
      ['example.org', 'MX', mx(20, 'mx2.example.org')],
      ['example.org', 'MX', mx(10, 'mx1.example.org')],
      ['mx1.example.org', 'A', ONE],
      ['mx2.example.org', 'A', TWO],
    );
    expect(world.outbound.service).toBe('mx');
    expect((await world.outbound.sendByService(mailTo())).kind).toBe('accepted');
    expect(world.opened).toEqual([`${ONE} 25`]);
    expect(server.mails[0]!.to).toEqual(['bob@example.org']);
    expect(server.sessions[0]!.commands[0]).toBe('EHLO agents.example.com');
  });

  it.each([
    ['is away', undefined],
    ['says 421', '421 4.3.2 busy'],
    ['says 554', '554 5.7.1 no'],
  ])('goes to the next one where the first %s', async (_case, greeting) => {
    const world = createWorld();
    if (greeting) (await world.place(ONE)).script({ greeting });
    const server = await world.place(TWO);
    world.publish(
      ['example.org', 'MX', mx(10, 'mx1.example.org')],
      ['example.org', 'MX', mx(20, 'mx2.example.org')],
      ['mx1.example.org', 'A', ONE],
      ['mx2.example.org', 'A', TWO],
    );
    expect((await world.outbound.sendByService(mailTo())).kind).toBe('accepted');
    expect(server.mails).toHaveLength(1);
  });

  it('does not go to another one after a final no, or in doubt', async () => {
    for (const [script, kind] of [
      [{ RCPT: '550 5.1.1 unknown' }, 'refused'],
      [{ dot: { then: 'cut' } }, 'unknown'],
    ] as const) {
      const world = createWorld();
      (await world.place(ONE)).script(script);
      const second = await world.place(TWO);
      world.publish(
        ['example.org', 'MX', mx(10, 'mx1.example.org')],
        ['example.org', 'MX', mx(20, 'mx2.example.org')],
        ['mx1.example.org', 'A', ONE],
        ['mx2.example.org', 'A', TWO],
      );
      expect((await world.outbound.sendByService(mailTo())).kind).toBe(kind);
      expect(second.sessions).toHaveLength(0);
    }
  });

  it('goes to the domain itself without an exchanger', async () => {
    const world = createWorld();
    const server = await world.place(ONE);
    world.publish(['example.org', 'A', ONE]);
    expect((await world.outbound.sendByService(mailTo())).kind).toBe('accepted');
    expect(server.mails).toHaveLength(1);
  });

  it('is refused by a domain that takes none, or does not exist', async () => {
    const world = createWorld();
    world.publish(['example.org', 'MX', mx(0, '')]);
    expect(await world.outbound.sendByService(mailTo())).toEqual({
      kind: 'refused',
      response: 'the domain example.org takes no mail',
    });
    expect(await world.outbound.sendByService(mailTo(['a@nowhere.test']))).toEqual({
      kind: 'refused',
      response: 'the domain nowhere.test does not exist',
    });
    expect(world.opened).toEqual([]);
  });

  it('waits while DNS does not answer', async () => {
    const world = createWorld();
    world.zone.fail('example.org');
    expect((await world.outbound.sendByService(mailTo())).kind).toBe('deferred');
  });

  it('never goes to an address of this network', async () => {
    const world = createWorld();
    world.publish(
      ['example.org', 'MX', mx(10, 'mx1.example.org')],
      ['example.org', 'MX', mx(20, 'localhost')],
      ['mx1.example.org', 'A', '10.0.0.1'],
      ['rebind.test', 'MX', mx(10, 'mixed.rebind.test')],
      ['mixed.rebind.test', 'A', ONE],
      ['mixed.rebind.test', 'AAAA', '::ffff:127.0.0.1'],
    );
    for (const to of ['bob@example.org', 'a@[127.0.0.1]', 'a@[IPv6:::1]', 'a@rebind.test'])
      expect(await world.outbound.sendByService(mailTo([to]))).toEqual({
        kind: 'refused',
        response: 'the address is private or reserved',
      });
    expect(world.opened).toEqual([]);
  });

  it('is one delivery a domain, and one outcome', async () => {
    const world = createWorld();
    const good = await world.place(ONE);
    (await world.place(TWO)).script({ MAIL: '451 4.7.1 later' });
    world.publish(
      ['good.test', 'MX', mx(10, 'mx.good.test')],
      ['mx.good.test', 'A', ONE],
      ['slow.test', 'MX', mx(10, 'mx.slow.test')],
      ['mx.slow.test', 'A', TWO],
    );
    const to = ['a@good.test', 'b@GOOD.test', 'c@slow.test', 'd@nowhere.test'];
    expect(await world.outbound.sendByService(mailTo(to))).toMatchObject({
      kind: 'accepted',
      providerMessageId: 'SINK1',
      refused: [
        { address: 'c@slow.test', response: '451 4.7.1 later', temporary: true },
        { address: 'd@nowhere.test', temporary: false },
      ],
    });
    expect(good.mails.map((mail) => mail.to)).toEqual([['a@good.test', 'b@GOOD.test']]);
  });
});

describe('TLS to an exchanger', () => {
  const publish = (world: World) =>
    world.publish(['example.org', 'MX', mx(10, 'mx1.example.org')], ['mx1.example.org', 'A', ONE]);

  it('is used where it is offered, by whomever', async () => {
    const world = createWorld(false);
    publish(world);
    const server = await world.place(ONE, { certificate });
    expect((await world.outbound.sendByService(mailTo())).kind).toBe('accepted');
    expect(server.mails[0]!.secure).toBe(true);
  });

  it('is left out where it cannot be started', async () => {
    for (const script of [{ STARTTLS: '454 4.7.0 no' }, { STARTTLS: NO_TLS }]) {
      const world = createWorld(false);
      publish(world);
      const server = await world.place(ONE, { certificate });
      server.script(script);
      expect((await world.outbound.sendByService(mailTo())).kind).toBe('accepted');
      expect(server.mails).toHaveLength(1);
    }
  });

  it.each([
    ['hangs', { say: '250 go', then: 'stall' }],
    ['is not answered', { then: 'stall' }],
    ['ends the connection', { then: 'reset' }],
  ] as const)('is left out where it %s', async (_case, STARTTLS) => {
    const world = createWorld(false, { tls: 300 });
    publish(world);
    const server = await world.place(ONE, { certificate });
    server.script({ STARTTLS });
    expect((await world.outbound.sendByService(mailTo())).kind).toBe('accepted');
    expect(server.mails.map(({ secure }) => secure)).toEqual([false]);
  });
});

describe('a policy of MTA-STS', () => {
  const POLICY = ['version: STSv1', 'mode: enforce', 'mx: mx1.example.org', 'max_age: 86400'];

  async function setUp(trusted: boolean, policy = POLICY, timeouts?: OutboundDeps['timeouts']) {
    const world = createWorld(trusted, timeouts);
    const receiver = await startReceiver(certificate, (_request, response) =>
      response.setHeader('content-type', 'text/plain').end(policy.join('\r\n')),
    );
    world.lead('93.184.215.3 443', receiver.port);
    world.publish(
      ['example.org', 'MX', mx(10, 'mx2.example.org')],
      ['example.org', 'MX', mx(20, 'mx1.example.org')],
      ['mx1.example.org', 'A', ONE],
      ['mx2.example.org', 'A', TWO],
      ['_mta-sts.example.org', 'TXT', 'v=STSv1; id=20261121;'],
      ['mta-sts.example.org', 'A', '93.184.215.3'],
    );
    return { world, receiver };
  }

  it('leads to those it names alone, by trusted TLS, and is kept', async () => {
    const { world, receiver } = await setUp(true);
    const [named, other] = [
      await world.place(ONE, { certificate }),
      await world.place(TWO, { certificate }),
    ];
    for (let i = 0; i < 2; i++)
      expect((await world.outbound.sendByService(mailTo())).kind).toBe('accepted');
    expect(named.mails.map(({ secure }) => secure)).toEqual([true, true]);
    expect(other.sessions).toHaveLength(0);
    expect(receiver.requests.map(({ url }) => url)).toEqual(['/.well-known/mta-sts.txt']);
  });

  it('keeps mail back where TLS cannot be had', async () => {
    const { world } = await setUp(true);
    const server = await world.place(ONE);
    expect((await world.outbound.sendByService(mailTo())).kind).toBe('deferred');
    expect(server.mails).toHaveLength(0);
  });

  it('keeps mail back where TLS hangs', async () => {
    const { world } = await setUp(true, POLICY, { smtp: 600, tls: 300 });
    const server = await world.place(ONE, { certificate });
    server.script({ STARTTLS: { say: '250 go', then: 'stall' } });
    expect((await world.outbound.sendByService(mailTo())).kind).toBe('deferred');
    expect(server.mails).toHaveLength(0);
  });

  it('keeps mail back where no exchanger is named', async () => {
    const { world } = await setUp(true, [...POLICY.slice(0, 2), 'mx: *.else.test', POLICY[3]!]);
    const server = await world.place(TWO, { certificate });
    expect((await world.outbound.sendByService(mailTo())).kind).toBe('deferred');
    expect(server.sessions).toHaveLength(0);
  });

  it('that is only tested, or cannot be had, changes nothing', async () => {
    for (const mode of ['mode: testing', 'mode: none', 'mode: what']) {
      const { world } = await setUp(true, [POLICY[0]!, mode, ...POLICY.slice(2)]);
      const server = await world.place(TWO);
      expect((await world.outbound.sendByService(mailTo())).kind).toBe('accepted');
      expect(server.mails).toHaveLength(1);
    }
  });
});
