import { watchMemory } from '../../crash/storms/memory.js';
import { must, until, type Inbox, type Outside, type Point } from '../outside.js';
import { python } from '../programs.js';
import { figuresOf, mustBeServed, slowdown, steadily } from '../steady.js';

const FLOOD = { mails: 40, megabytes: 5, connections: 20, seconds: 20 };
const STRANGER = '127.0.0.2';
const PENDING_WITHIN = 30;
const WAITS = 5;
const MOST_MEMORY = 400;

/** 40 HTML mails of 5 MB in 20 s from one host, beside small mail and others' waits. */
export const mailFlood: Point = {
  number: 7,
  title: 'large mail of one host holds up nobody else’s',
  see: async (outside) => {
    const { inbox, service } = outside;
    const [target, calm, waited] = [await inbox(), await inbox(), await inbox()];
    const memory = await watchMemory(service.pid);
    const [flood, small, slowest] = await Promise.all([
      floodOf(outside, target),
      steadily(service, calm, FLOOD.seconds),
      waitForCodes(outside, waited),
    ]);
    const most = await memory.end();
    const began = Date.now();
    await until(() => nonePending(outside), 'no mail is pending', PENDING_WITHIN * slowdown());
    const after = (Date.now() - began) / 1_000;
    mustBeServed(small);
    must(slowest < 2 * slowdown(), `a code came after ${slowest} s`);
    must(most - memory.idle <= MOST_MEMORY, `${most - memory.idle} MB more than at rest`);
    const taken = flood.filter((code) => code === '250').length;
    return `${taken} of ${FLOOD.mails} taken; ${figuresOf(small)}; codes within ${slowest.toFixed(2)} s; pending ${after.toFixed(1)} s; ${most - memory.idle} MB more`;
  },
};

async function floodOf({ service }: Outside, { address }: Inbox): Promise<string[]> {
  const { host, port } = service.smtp;
  const { mails, megabytes, connections, seconds } = FLOOD;
  const figures = [mails, megabytes, connections, seconds].map(String);
  return (await python('flood.py', [host, String(port), STRANGER, address, ...figures]))
    .trim()
    .split('\n');
}

/** The most seconds from handing a code over to the answer of the wait for it. */
async function waitForCodes({ curl, deliver }: Outside, inbox: Inbox): Promise<number> {
  let slowest = 0;
  for (let wait = 0; wait < WAITS; wait++) {
    const answer = curl('GET', `/v1/inboxes/${inbox.id}/otp?timeout=60`);
    const code = String(100_000 + wait);
    await until(async () => (await curl('GET', '/v1/limits')).status === 200, 'REST answers');
    const began = Date.now();
    await deliver(inbox, `Subject: Your code\r\n\r\nYour verification code is ${code}\r\n`, {
      from: '127.0.0.8',
    });
    const { status, json } = await answer;
    must(status === 200 && json.code === code, `a wait was answered ${status}`);
    slowest = Math.max(slowest, (Date.now() - began) / 1_000);
  }
  return slowest;
}

const nonePending = ({ sql }: Outside) =>
  sql(async (client) => {
    const { rowCount } = await client.query(
      `SELECT FROM emails WHERE parse_status = 'pending' LIMIT 1`,
    );
    return rowCount === 0;
  });
