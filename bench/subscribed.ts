import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createInboxes, type BenchInbox } from './client.js';
import { atLeast, atMost, type Bench, type Figure } from './figures.js';
import { withProgram, type Program } from './generator.js';
import type { OtpCommands } from './generators/otp.js';
import type { ReceiverCommands } from './generators/receivers.js';
import type { SmtpCommands } from './generators/smtp.js';
import { WARM_UP } from './mail-calibrator.js';
import { withService, type BenchService } from './service.js';
import { quiet, settingsFor, subscribe, unsubscribe } from './subscribers.js';

const RECEIVERS = 10;
const INBOXES = 100;
const SESSIONS = [10, 1];
// The machine's speed changes from one second to the next: short turns, many of them.
const ROUNDS = { quick: 2, full: 8 };
const SECONDS = 5;
const WAITS = 100;
// Milliseconds for the machine to come to rest.
const REST = 300;

/** Accepting and waiting while ten webhooks are told of all mail, and without them, in turn in one service. */
export const subscribed: Bench = ({ full, directory }) =>
  withProgram('generators/receivers', (receivers: Program<ReceiverCommands>) =>
    withProgram('generators/smtp', (smtp: Program<SmtpCommands>) =>
      withProgram('generators/otp', async (otp: Program<OtpCommands>) => {
        const started = await receivers.ask('start', RECEIVERS);
        const settings = await settingsFor(started, join(directory, 'receivers.pem'));
        const dataDir = join(directory, 'service');
        return withService({ dataDir, settings }, async (service) => {
          const parts: Parts = {
            ...{ service, smtp, otp, ports: started.ports },
            loaded: await createInboxes(service, INBOXES),
            // Their only mail is what is waited for.
            waited: await createInboxes(service, INBOXES),
          };
          const rounds = full ? ROUNDS.full : ROUNDS.quick;
          await warmUp(parts);
          const figures: Figure[] = [];
          for (const sessions of SESSIONS) {
            const times = await inTurn(parts, rounds, () => mail(parts, sessions));
            figures.push(...acceptFigures(sessions, times));
          }
          const waits = await inTurn(parts, rounds, () => wait(parts));
          return { figures: [...figures, ...waitFigures(waits)] };
        });
      }),
    ),
  );

interface Parts {
  readonly service: BenchService;
  readonly smtp: Program<SmtpCommands>;
  readonly otp: Program<OtpCommands>;
  readonly loaded: readonly BenchInbox[];
  readonly waited: readonly BenchInbox[];
  readonly ports: readonly number[];
}

/** Milliseconds of a mail, on average, without webhooks and with them. */
type Times = Readonly<Record<'without' | 'told', number>>;

async function warmUp(parts: Parts): Promise<void> {
  const { service, smtp, loaded } = parts;
  const recipients = loaded.map(({ address }) => address);
  await smtp.ask('load', { smtp: service.smtp, recipients, ...WARM_UP });
  await told(parts, () => mail(parts, SESSIONS[0]!));
  await wait(parts);
}

/** Rounds of four turns, as often first with webhooks as without them. */
async function inTurn(parts: Parts, rounds: number, turn: () => Promise<number>): Promise<Times> {
  const times = { without: 0, told: 0 };
  const without = async () => {
    await quiet(parts.service);
    await sleep(REST);
    times.without += await turn();
  };
  const withThem = () =>
    told(parts, async () => {
      await sleep(REST);
      times.told += await turn();
    });
  const forth = [without, withThem, withThem, without];
  const back = [withThem, without, without, withThem];
  for (let round = 0; round < rounds; round++)
    for (const next of round % 2 === 0 ? forth : back) await next();
  return { without: times.without / (2 * rounds), told: times.told / (2 * rounds) };
}

/** Runs `work` while webhooks are told of all mail; they are told the rest before they are deleted. */
async function told<T>({ service, ports }: Parts, work: () => Promise<T>): Promise<T> {
  await quiet(service);
  const ids = await subscribe(service, ports);
  const result = await work();
  await quiet(service);
  await unsubscribe(service, ids);
  return result;
}

async function mail({ service, smtp, loaded }: Parts, sessions: number): Promise<number> {
  const recipients = loaded.map(({ address }) => address);
  const load = { smtp: service.smtp, sessions, seconds: SECONDS, recipients };
  const outcome = await smtp.ask('load', load);
  return (outcome.seconds * 1_000) / outcome.sent;
}

/** The middle time from the end of DATA to the answer of `/otp`. */
async function wait({ service, otp, waited: inboxes }: Parts): Promise<number> {
  const { rest, smtp, apiKey } = service;
  return (await otp.ask('measure', { rest, smtp, apiKey, inboxes, mails: WAITS })).answered.p50;
}

function acceptFigures(sessions: number, times: Times): Figure[] {
  const ratio = times.without / times.told;
  const unit = 'mails/s';
  return [
    { what: `accepted, sessions: ${sessions}, no webhook`, value: 1_000 / times.without, unit },
    {
      what: '  ten webhooks are told',
      value: 1_000 / times.told,
      unit,
      ratio,
      goal: atLeast(ratio, 0.9),
    },
  ];
}

function waitFigures(times: Times): Figure[] {
  const ratio = times.told / times.without;
  return [
    { what: `end of DATA to /otp's answer, no webhook`, value: times.without, unit: 'ms' },
    {
      what: '  ten webhooks are told',
      value: times.told,
      unit: 'ms',
      ratio,
      goal: atMost(ratio, 1.1),
    },
  ];
}
