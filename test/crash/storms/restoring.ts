import { execFile } from 'node:child_process';
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
import { lookOn, nothing, send, type Told } from './bystanders.js';
import { openScene, type Scene } from './scene.js';
import type { StormResult } from './run.js';

const WRITTEN_FOR = 4_000;
const MAILS = 5;
// Milliseconds in which held mail would have left.
const HELD_FOR = 5_000;
const LEFT_WITHIN = 180_000;

/** Restores what a service wrote into another cluster, and looks what is there and what leaves. */
export async function restore(): Promise<StormResult> {
  const scene = await openScene();
  try {
    const told = await writeWhileNothingLeaves(scene);
    const restored = await restoreElsewhere(scene.databaseUrl);
    await scene.service.stop();
    scene.sink.forget();
    scene.sink.script({});
    return await goOn(scene, restored.url, told).finally(() => restored.remove());
  } finally {
    await scene.stop();
  }
}

/** The server that mail leaves by is away: what is sent stays queued. */
async function writeWhileNothingLeaves(scene: Scene): Promise<Told> {
  scene.sink.script({ greeting: '421 4.3.2 closed for now' });
  const told = nothing();
  await Promise.all([
    lookOn(scene, told, AbortSignal.timeout(WRITTEN_FOR)),
    ...Array.from({ length: MAILS }, () => send(scene, told)),
  ]);
  return told;
}

async function goOn(scene: Scene, url: string, told: Told): Promise<StormResult> {
  const service = await scene.installation.start({ settings: { DATABASE_URL: url } });
  return lookAfter(scene, { service, url, told }).finally(() => service.stop());
}

async function lookAfter(
  { client, sink }: Scene,
  {
    service,
    url,
    told,
  }: { readonly service: RunningService; readonly url: string; readonly told: Told },
): Promise<StormResult> {
  const again = createRestClient(service.rest, client.key);
  await sleep(HELD_FOR);
  const early = sink.mails.length;
  const held = (await again.get('/health/ready')).body as { outgoing_held_since?: string };
  await promisify(execFile)(process.execPath, [join(dist, 'src/operator/outgoing.js'), 'resume'], {
    env: { PATH: process.env['PATH'], DATABASE_URL: url },
  });
  await eventually(() => sink.mails.length >= told.sent.length, LEFT_WITHIN).catch(() => null);
  const lost = await missingIn(url, told);
  return judge(told, {
    lost,
    early,
    left: sink.mails.length,
    held: Boolean(held.outgoing_held_since),
  });
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
    ...(left === sent.length ? [] : [`${left} of ${sent.length} mails left`]),
  ];
  const written = keys.length + messageIds.length + sent.length;
  return {
    summary: `storm: restore; ${written} writes answered, ${lost} lost; ${early} of ${sent.length} queued mails left before an operator said so, ${left} after`,
    problems: problems.map((text) => `restore: ${text}`),
  };
}
