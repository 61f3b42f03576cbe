import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decode, encode, type OptAnswer, type Packet } from 'dns-packet';
import { createLog } from '../../src/log.js';
import { startNameserver, type RunningNameserver } from '../../src/nameserver/server.js';

const KEY = `v=DKIM1; k=rsa; p=${'M'.repeat(392)}`;
const LONG = 'x'.repeat(3_000);
const TEXTS = new Map([
  ['abc', KEY],
  ['revoked', 'v=DKIM1; k=rsa; p='],
  ['long', LONG],
]);

let server: RunningNameserver;
beforeAll(async () => {
  server = await startNameserver({
    host: '127.0.0.1',
    port: 0,
    log: createLog('silent'),
    zone: {
      name: 'dkim.mail.test',
      server: 'ns1.mail.test',
      mailbox: 'hostmaster.mail.test',
      async text(label) {
        if (label === 'away') throw new Error('storage is away');
        return TEXTS.get(label) ?? null;
      },
    },
  });
});
afterAll(() => server.close());

const query = (name: string, type: string, more: Partial<Packet> = {}) =>
  encode({
    type: 'query',
    id: 7,
    flags: 0x100,
    questions: [{ name, type: type as 'TXT', class: 'IN' }],
    ...more,
  });

const OPT: OptAnswer = {
  type: 'OPT',
  name: '.',
  udpPayloadSize: 4096,
  extendedRcode: 0,
  ednsVersion: 0,
  flags: 0,
  flag_do: false,
  options: [],
};

async function overUdp(message: Buffer) {
  const socket = createSocket('udp4');
  socket.send(message, server.port, '127.0.0.1');
  const [answer] = (await once(socket, 'message')) as [Buffer];
  socket.close();
  return { ...decode(answer), rcode: answer[3]! & 0xf, bytes: answer.length };
}

/** Sends bytes over TCP and reads so many answers. */
async function overTcp(bytes: Buffer, count: number) {
  const socket = connect(server.port, '127.0.0.1');
  socket.write(bytes);
  let received = Buffer.alloc(0);
  const answers: ReturnType<typeof decode>[] = [];
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk as Buffer]);
    while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
      const end = 2 + received.readUInt16BE(0);
      answers.push(decode(received.subarray(2, end)));
      received = received.subarray(end);
    }
    if (answers.length === count) break;
  }
  socket.destroy();
  return answers;
}

const framed = (message: Buffer) =>
  Buffer.concat([Buffer.from([message.length >> 8, message.length & 0xff]), message]);

describe('the name server', () => {
  it('gives the text of a label, in strings of 255 characters', async () => {
    const answer = await overUdp(query('ABC.dkim.MAIL.test', 'TXT'));
    expect(answer).toMatchObject({ id: 7, rcode: 0, flag_aa: true, flag_rd: true, flag_ra: false });
    expect(answer.questions).toMatchObject([{ name: 'ABC.dkim.MAIL.test' }]);
    const [record] = answer.answers as { data: Buffer[] }[];
    expect(record!.data.map(({ length }) => length)).toEqual([255, KEY.length - 255]);
    expect(Buffer.concat(record!.data).toString()).toBe(KEY);
  });

  it('says that it does not know while storage is away', async () => {
    const answer = await overUdp(query('away.dkim.mail.test', 'TXT'));
    expect(answer).toMatchObject({ rcode: 2, flag_aa: false, answers: [], authorities: [] });
  });

  it('is understood by the resolver of Node', async () => {
    const resolver = new Resolver();
    resolver.setServers([`127.0.0.1:${server.port}`]);
    const texts = await resolver.resolveTxt('abc.dkim.mail.test');
    expect(texts.map((strings) => strings.join(''))).toEqual([KEY]);
    expect(await resolver.resolveNs('dkim.mail.test')).toEqual(['ns1.mail.test']);
    expect((await resolver.resolveSoa('dkim.mail.test')).hostmaster).toBe('hostmaster.mail.test');
    expect(await resolver.resolveTxt('long.dkim.mail.test')).toHaveLength(1);
    await expect(resolver.resolveTxt('none.dkim.mail.test')).rejects.toMatchObject({
      code: 'ENOTFOUND',
    });
    await expect(resolver.resolve4('abc.dkim.mail.test')).rejects.toMatchObject({
      code: 'ENODATA',
    });
  });

  it.each([
    ['none.dkim.mail.test', 'TXT', 3, 1],
    ['a.abc.dkim.mail.test', 'TXT', 3, 1],
    ['abc.dkim.mail.test', 'A', 0, 1],
    ['dkim.mail.test', 'TXT', 0, 1],
    ['mail.test', 'TXT', 5, 0],
    ['notdkim.mail.test', 'TXT', 5, 0],
    ['dkim.mail.test', 'AXFR', 5, 0],
  ])('answers %s %s with code %d', async (name, type, rcode, soas) => {
    const answer = await overUdp(query(name, type));
    expect(answer.rcode).toBe(rcode);
    expect(answer.answers).toEqual([]);
    expect(answer.authorities?.map((record) => record.type)).toEqual(Array(soas).fill('SOA'));
  });

  it('answers ANY with next to nothing', async () => {
    const answer = await overUdp(query('abc.dkim.mail.test', 'ANY'));
    expect(answer.answers).toMatchObject([{ type: 'HINFO', data: { cpu: 'RFC8482' } }]);
  });

  it('cuts what has no room over UDP, and gives all of it over TCP', async () => {
    const plain = await overUdp(query('long.dkim.mail.test', 'TXT'));
    expect(plain).toMatchObject({ flag_tc: true, answers: [] });
    const [whole] = await overTcp(framed(query('long.dkim.mail.test', 'TXT')), 1);
    expect(whole).toMatchObject({ flag_tc: false });
    const [record] = whole!.answers as { data: Buffer[] }[];
    expect(Buffer.concat(record!.data).toString()).toBe(LONG);
  });

  it('has room for a key with EDNS, and tells its own', async () => {
    const asked = query('abc.dkim.mail.test', 'TXT', { additionals: [OPT] });
    const answer = await overUdp(asked);
    expect(answer).toMatchObject({ flag_tc: false });
    expect(answer.additionals).toMatchObject([{ type: 'OPT', udpPayloadSize: 1232 }]);
    const later = query('abc.dkim.mail.test', 'TXT', { additionals: [{ ...OPT, ednsVersion: 1 }] });
    expect((await overUdp(later)).additionals).toMatchObject([{ extendedRcode: 1 }]);
  });

  it('answers several questions on one connection, also in pieces', async () => {
    const both = Buffer.concat(
      ['abc', 'revoked'].map((label) => framed(query(`${label}.dkim.mail.test`, 'TXT'))),
    );
    const answers = await overTcp(both, 2);
    expect(answers.map(({ answers: found }) => found?.length)).toEqual([1, 1]);
  });

  it.each([
    ['a status request', query('abc.dkim.mail.test', 'TXT', { flags: 0x1000 }), 4],
    [
      'two questions',
      query('abc.dkim.mail.test', 'TXT', {
        questions: [
          { name: 'a.dkim.mail.test', type: 'TXT' },
          { name: 'b.dkim.mail.test', type: 'TXT' },
        ],
      }),
      1,
    ],
    ['no question', query('', 'TXT', { questions: [] }), 1],
    ['a question that is cut', query('abc.dkim.mail.test', 'TXT').subarray(0, 20), 1],
  ])('refuses %s', async (_case, message, rcode) => {
    expect((await overUdp(message)).rcode).toBe(rcode);
  });

  it('says nothing to answers and to what is no message', async () => {
    const socket = createSocket('udp4');
    const answers: Buffer[] = [];
    socket.on('message', (message) => answers.push(message));
    const answer = query('abc.dkim.mail.test', 'TXT');
    answer[2] = answer[2]! | 0x80;
    for (const silent of [answer, Buffer.from('x')]) socket.send(silent, server.port, '127.0.0.1');
    socket.send(query('revoked.dkim.mail.test', 'TXT'), server.port, '127.0.0.1');
    await once(socket, 'message');
    socket.close();
    expect(answers).toHaveLength(1);
  });
});
