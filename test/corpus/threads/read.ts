import { readdirSync, readFileSync } from 'node:fs';

/** How the mails of a scenario reach the service. */
export const ARRIVALS = ['given', 'reversed', 'shuffled', 'together', 'raced'] as const;

/** One after the other in three orders, in one batch, or by two processes at once. */
export type Arrival = (typeof ARRIVALS)[number];

/** Mails with the threads they belong to. */
export interface Scenario {
  readonly name: string;
  readonly arrivals: readonly Arrival[];
  readonly mails: readonly ScenarioMail[];
}

/** A mail of a scenario. */
export interface ScenarioMail {
  /** The thread it belongs to; threads of different inboxes are never the same. */
  readonly thread: string;
  /** Names of inboxes of the scenario. */
  readonly inboxes: readonly string[];
  /** Days that pass after it has arrived. */
  readonly daysAfter: number;
  /** As on the wire but for its line ends; `{a}` stands for the address of inbox `a`. */
  readonly source: string;
}

const FOLDER = 'test/corpus/threads';

/** All scenarios of the corpus (format: README.md beside them). */
export function readScenarios(): Scenario[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .flatMap((file) =>
      readFileSync(`${FOLDER}/${file}`, 'utf8')
        .split(/^===== /m)
        .slice(1),
    )
    .map(readScenario);
}

function readScenario(text: string): Scenario {
  const [head, ...mails] = text.split(/^--- /m);
  const [title, arrivals] = head!.trim().split(' | ');
  return {
    name: title!,
    arrivals: arrivals === 'any order' ? ARRIVALS : ['given'],
    mails: mails.map(readMail),
  };
}

function readMail(text: string, index: number): ScenarioMail {
  const [first, ...lines] = text.trimEnd().split('\n');
  const [thread, ...options] = first!.split(' ');
  const option = (name: string) =>
    options.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
  const inboxes = option('to')?.split(',') ?? ['a'];
  return {
    thread: thread!,
    inboxes,
    daysAfter: Number(option('days') ?? 0),
    source: withBody(lines.join('\n'), { to: inboxes, index }),
  };
}

/** What a scenario leaves out: To, and a body unlike others. */
function withBody(source: string, { to, index }: { to: readonly string[]; index: number }): string {
  const [header, body = `Mail ${index}`] = source.split('\n\n');
  const recipients = /^to:/im.test(header!)
    ? ''
    : `To: ${to.map((name) => `{${name}}`).join(', ')}\n`;
  return `${recipients}${header}\n\n${body}\n`;
}
