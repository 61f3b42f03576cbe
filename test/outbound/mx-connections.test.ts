import { afterEach, describe, expect, it } from '@jest/globals';
import { deferred, refused, accepted } from '../../src/outbound/outcome.js';
import { Pauses } from '../../src/outbound/pauses.js';
import { closeAll } from '../egress/fixture.js';
import { closeOutbound, mailTo } from './fixture.js';
import { certificate, createWorld, mx, NO_TLS, ONE, TWO, type World } from './mx-fixture.js';

afterEach(async () => {
  await closeOutbound();
  await closeAll();
});

/** Two domains at one exchanger, and one at another. */
function publish(world: World): void {
  world.publish(
    ['a.test', 'MX', mx(10, 'mx1.example.org')],
    ['b.test', 'MX', mx(10, 'mx1.example.org')],
    ['c.test', 'MX', mx(10, 'mx2.example.org')],
    ['mx1.example.org', 'A', ONE],
    ['mx2.example.org', 'A', TWO],
  );
}

const sendAll = (world: World, addresses: readonly string[]) =>
  Promise.all(addresses.map((address) => world.outbound.sendByService(mailTo([address]))));
const many = (count: number, ...addresses: readonly string[]) =>
  Array.from({ length: count }, (_, i) => addresses[i % addresses.length]!);

describe('a connection to an exchanger', () => {
  it('is kept for the mail of all domains it takes mail for', async () => {
    const world = createWorld();
    publish(world);
    const server = await world.place(ONE, { certificate });
    for (const address of many(6, 'x@a.test', 'y@b.test')) await sendAll(world, [address]);
    expect(server.mails.map(({ session }) => session)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(server.mails.every(({ from }) => from === 'agent@agents.example.com')).toBe(true);
  });

  it('is one of five at most', async () => {
    const world = createWorld();
    publish(world);
    const server = await world.place(ONE);
    const sent = await sendAll(world, many(40, 'x@a.test', 'y@b.test'));
    expect(new Set(sent.map(({ kind }) => kind))).toEqual(new Set(['accepted']));
    expect(server.mails).toHaveLength(40);
    expect(server.sessions.length).toBeLessThanOrEqual(5);
  });

  it('without the TLS that cannot be started is kept as well', async () => {
    const world = createWorld(false);
    publish(world);
    const server = await world.place(ONE, { certificate });
    server.script({ STARTTLS: NO_TLS });
    for (const address of many(3, 'x@a.test')) await sendAll(world, [address]);
    expect(server.mails.map(({ session }) => session)).toEqual([2, 2, 2]);
  });
});

describe('an exchanger that asks for a pause', () => {
  it.each([
    ['greets by 421', { greeting: '421 4.3.2 busy' }, '421 4.3.2 busy'],
    ['says 421 at MAIL', { MAIL: '421-4.7.28 too much\r\n421 4.7.28 mail' }, /^421-4\.7\.28/],
    ['says 4.7.x at RCPT', { RCPT: '450 4.7.1 slow down' }, '450 4.7.1 slow down'],
    ['says 4.7.x at the dot', { dot: '451 4.7.650 later' }, '451 4.7.650 later'],
  ] as const)('and %s gets no more mail, while others do', async (_case, script, response) => {
    const world = createWorld();
    publish(world);
    const server = await world.place(ONE);
    const other = await world.place(TWO);
    server.script(script);
    expect(await sendAll(world, ['x@a.test'])).toEqual([
      {
        kind: 'deferred',
        response: typeof response === 'string' ? response : expect.stringMatching(response),
        pause: expect.any(Number),
      },
    ]);
    server.script({});
    const { length: before } = server.sessions;
    const sent = await sendAll(world, ['x@a.test', 'y@b.test', 'z@c.test']);
    expect(sent).toMatchObject([
      { kind: 'deferred', response: expect.stringMatching(/^mx1\.example\.org asked for a pause/) },
      { kind: 'deferred' },
      { kind: 'accepted' },
    ]);
    expect(server.sessions).toHaveLength(before);
    expect(other.mails).toHaveLength(1);
  });

  it('gets none of the mail either that waits for a connection to it', async () => {
    const world = createWorld();
    publish(world);
    const server = await world.place(ONE);
    server.script({ MAIL: '421 4.7.0 too many' });
    const sent = await sendAll(world, many(30, 'x@a.test', 'y@b.test'));
    expect(new Set(sent.map(({ kind }) => kind))).toEqual(new Set(['deferred']));
    expect(server.sessions.length).toBeLessThanOrEqual(5);
  });

  it('is passed over for the next one of a domain', async () => {
    const world = createWorld();
    publish(world);
    world.publish(
      ['d.test', 'MX', mx(10, 'mx1.example.org')],
      ['d.test', 'MX', mx(20, 'mx2.example.org')],
    );
    (await world.place(ONE)).script({ greeting: '421 4.7.0 no' });
    const other = await world.place(TWO);
    for (let i = 0; i < 2; i++)
      expect(await sendAll(world, ['x@d.test'])).toMatchObject([{ kind: 'accepted' }]);
    expect(other.mails).toHaveLength(2);
    expect(world.opened.filter((target) => target === `${ONE} 25`)).toHaveLength(1);
  });

  it('gets mail again when the pause is over, and asks for twice as long where that is too early', () => {
    let now = 0;
    const pauses = new Pauses(() => now);
    const later = deferred('421 4.3.2 busy');
    const pausesOf = () => {
      const outcome = pauses.learn('mx', later);
      return outcome.kind === 'deferred' ? outcome.pause : undefined;
    };
    const asked = Array.from({ length: 6 }, () => {
      const pause = pausesOf()!;
      now += pause * 1_000;
      expect(pauses.of('mx')).toBeNull();
      return pause;
    });
    expect(asked).toEqual([60, 120, 240, 480, 900, 900]);
    // What was under way before it asked says nothing of the pause.
    pausesOf();
    pauses.learn('mx', accepted('250 ok', null));
    expect(pauses.of('mx')).not.toBeNull();
    now += 900_000;
    pauses.learn('mx', refused('550 5.1.1 nobody'));
    expect(pausesOf()).toBe(60);
  });
});

describe('the line before an exchanger', () => {
  /** How many mails to `recipients`, in turn, may be begun now. */
  async function room(world: World, ...recipients: readonly string[]): Promise<number> {
    const leaves: (() => void)[] = [];
    while (leaves.length < 50) {
      const recipient = recipients[leaves.length % recipients.length]!;
      const entered = world.outbound.line(null, recipient)!.enter(AbortSignal.timeout(50));
      const leave = await entered.catch(() => null);
      if (!leave) break;
      leaves.push(leave);
    }
    leaves.forEach((leave) => leave());
    return leaves.length;
  }

  it('is one for all domains at it', async () => {
    const world = createWorld();
    publish(world);
    const at = await room(world, 'x@a.test');
    expect(at).toBeLessThan(50);
    expect(await room(world, 'x@a.test', 'y@b.test')).toBe(at);
    expect(await room(world, 'x@a.test', 'z@c.test')).toBeGreaterThan(at);
  });

  it('holds up nothing that is put off anyway, or whose exchanger is not known', async () => {
    const world = createWorld();
    publish(world);
    (await world.place(ONE)).script({ greeting: '421 4.7.0 no' });
    await sendAll(world, ['x@a.test']);
    world.zone.fail('lost.test');
    expect(await room(world, 'x@a.test', 'y@b.test', 'z@lost.test', 'z@nowhere.test')).toBe(50);
  });
});
