import { setTimeout as sleep } from 'node:timers/promises';
import { unless } from '../unless.js';
import { lookBack, type Aftermath } from './aftermath.js';
import { lookOn, nothing, type Told } from './bystanders.js';
import { watchMemory } from './memory.js';
import { restore } from './restoring.js';
import { openScene, type Scene } from './scene.js';
import { STORMS, type Storm } from './storms.js';

/** What a storm came to: a line of figures, and what of it must not be. */
export interface StormResult {
  readonly summary: string;
  readonly problems: readonly string[];
}

// Goals: milliseconds of a small mail beside a flood, and megabytes over those of the service at rest.
const SLOWEST = 1_000;
const MOST_MEMORY = 400;
const BEFORE = 2_000;

/** Lets every storm pass over a service of its own; `signal` ends it early. */
export async function runStorms(
  names: readonly string[],
  signal: AbortSignal,
  onResult: (result: StormResult) => void,
): Promise<void> {
  const isWanted = (name: string) => names.length === 0 || names.includes(name);
  for (const storm of STORMS.filter(({ name }) => isWanted(name))) {
    const scene = await openScene();
    try {
      onResult(await unless(signal, pass(storm, scene)));
    } finally {
      await scene.stop();
    }
  }
  if (isWanted('restore')) onResult(await unless(signal, restore()));
}

async function pass(storm: Storm, scene: Scene): Promise<StormResult> {
  const told = nothing();
  const stopped = new AbortController();
  const looking = lookOn(scene, told, stopped.signal);
  // Told of once the storm is over: a run that is interrupted meanwhile ends with all it started.
  looking.catch(() => undefined);
  await sleep(BEFORE);
  // Mail that meets a process that has just started says nothing about the storm.
  told.mails.length = 0;
  const memory = await watchMemory(scene.service.pid);
  await storm.rage(scene);
  const most = await memory.end();
  const aftermath = await lookBackAfter(scene, told, stopped, looking);
  return judge(storm, told, { ...aftermath, memory: most - memory.idle });
}

/** Pending mail is waited for beside those who go on; the rest is looked at when they have ended. */
async function lookBackAfter(
  scene: Scene,
  told: Told,
  stopped: AbortController,
  looking: Promise<void>,
): Promise<Aftermath> {
  await sleep(BEFORE);
  stopped.abort();
  await looking;
  return lookBack(scene, told);
}

function judge(
  { name, sparesOthers }: Storm,
  told: Told,
  { lost, pendingFor, unknown, memory }: Aftermath & { readonly memory: number },
): StormResult {
  const slowest = Math.round(Math.max(...told.mails));
  const refused = told.refusals.length;
  const summary = [
    `storm: ${name}`,
    `${told.keys.length + told.messageIds.length + told.sent.length} writes answered, ${lost} lost`,
    `${told.mails.length} small mails, ${refused} refused, slowest ${slowest} ms`,
    `pending for ${pendingFor === null ? 'too long' : `${pendingFor.toFixed(1)} s`}`,
    `${memory} MB more than at rest`,
    `${unknown} unknown that never began`,
  ].join('; ');
  const rules: readonly (readonly [boolean, string])[] = [
    [lost > 0, `${lost} answered writes are lost`],
    [pendingFor === null, 'mail is still pending'],
    [memory > MOST_MEMORY, `memory grew by ${memory} MB`],
    [unknown > 0, `${unknown} mails are unknown that never began to leave`],
    [sparesOthers && refused > 0, `small mail was refused: ${told.refusals[0]}`],
    [sparesOthers && slowest > SLOWEST, `a small mail took ${slowest} ms`],
  ];
  return { summary, problems: rules.filter(([bad]) => bad).map(([, text]) => `${name}: ${text}`) };
}
