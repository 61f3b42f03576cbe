import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { eventually } from '../../e2e/eventually.js';
import { createRestClient } from '../../e2e/rest-client.js';
import type { RunningService } from '../../e2e/installation.js';
import { restoreElsewhere } from '../../e2e/restored.js';
import { dist } from '../../e2e/service-process.js';
import { missingWrites } from './aftermath.js';
import { lookOn, nothing, type Told } from './bystanders.js';
import { openScene, type Scene } from './scene.js';
import type { StormResult } from './run.js';

const WRITTEN_FOR = 4_000;
const MAILS = 5;
const DUE_IN = 25_000;
// Milliseconds in which held mail would have left.
const HELD_FOR = 5_000;
const LEFT_WITHIN = 180_000;

/** Restores what a service wrote into another cluster, and looks what is there and what leaves. */
export async function restore(): Promise<StormResult> {
  const scene = await openScene();
  try {
    const told = nothing();
    await lookOn(scene, told, AbortSignal.timeout(WRITTEN_FOR));
    const due = Date.now() + DUE_IN;
    const scheduled = await Promise.all(Array.from({ length: MAILS }, () => schedule(scene, due)));
    const restored = await restoreElsewhere(scene.databaseUrl);
    await scene.service.stop();
    // What left the old one meanwhile is what must not leave again by itself.
    scene.sink.forget();
    const written = { ...told, sent: [...told.sent, ...scheduled] };
    return await goOn(scene, { url: restored.url, written, due }).finally(() => restored.remove());
  } finally {
    await scene.stop();
  }
}

/** A mail that is due when the restored service runs; its subject. */
async function schedule({ client, calm }: Scene, due: number): Promise<string> {
  const subject = randomUUID();
  await client.read(`/v1/inboxes/${calm.id}/send`, {
    to: 'kim@example.com',
    subject,
    text: 'Hi',
    send_at: new Date(due).toISOString(),
  });
  return subject;
}

/** What was restored where, and when what it has to send is due. */
interface Restored {
  readonly url: string;
  readonly written: Told;
  readonly due: number;
}

async function goOn(scene: Scene, restored: Restored): Promise<StormResult> {
  const service = await scene.installation.start({ settings: { DATABASE_URL: restored.url } });
  return lookAfter(scene, service, restored).finally(() => service.stop());
}

async function lookAfter(
  { client, sink }: Scene,
  { rest }: RunningService,
  { url, written, due }: Restored,
): Promise<StormResult> {
  await sleep(Math.max(0, due - Date.now()) + HELD_FOR);
  const early = sink.mails.length;
  const { body } = await createRestClient(rest, client.key).get('/health/ready');
  const held = (body as { outgoing_held_since?: string }).outgoing_held_since !== undefined;
  await promisify(execFile)(process.execPath, [join(dist, 'src/operator/outgoing.js'), 'resume'], {
    env: { PATH: process.env['PATH'], DATABASE_URL: url },
  });
  await eventually(() => sink.mails.length >= MAILS, LEFT_WITHIN).catch(() => null);
  const lost = await missingIn(url, written);
  return judge(written, { lost, early, left: sink.mails.length, held });
}

async function missingIn(url: string, told: Told): Promise<number> {
  const connection = new pg.Client(url);
  await connection.connect();
  try {
    return await missingWrites(connection, told);
  } finally {
    await connection.end();
  }
}

function judge(
  { keys, messageIds, sent }: Told,
  found: {
    readonly lost: number;
    readonly early: number;
    readonly left: number;
    readonly held: boolean;
  },
): StormResult {
  const { lost, early, left, held } = found;
  const problems = [
    ...(lost > 0 ? [`${lost} answered writes are lost`] : []),
    ...(held ? [] : ['the restore was not noticed']),
    ...(early > 0 ? [`${early} mails left before an operator said so`] : []),
    ...(left === MAILS ? [] : [`${left} of ${MAILS} mails left`]),
  ];
  const written = keys.length + messageIds.length + sent.length;
  return {
    summary: `storm: restore; ${written} writes answered, ${lost} lost; ${early} of ${MAILS} queued mails left before an operator said so, ${left} after`,
    problems: problems.map((text) => `restore: ${text}`),
  };
}
