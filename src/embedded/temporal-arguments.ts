import type { TemporalBinary } from './temporal-binary.js';
import { isRecent } from './temporal-binary.js';

/** Where the server listens, on the loopback interface. */
export interface TemporalPorts {
  readonly port: number;
  readonly uiPort: number;
}

const PRAGMAS = ['journal_mode=WAL', 'synchronous=NORMAL', 'busy_timeout=5000'];

// JSON values. One partition and eager execution save round trips on one machine.
const SETTINGS = [
  'matching.numTaskqueueReadPartitions=1',
  'matching.numTaskqueueWritePartitions=1',
  'system.enableActivityEagerExecution=true',
  'matching.enableFairness=true',
  // Without these, matching waits up to 50 ms from 20 tasks a second on, and each timer below 1 s takes 1 s.
  'history.transferProcessorMaxPollRPS=100',
  'history.timerProcessorMaxPollRPS=100',
  'history.timerProcessorMaxTimeShift="10ms"',
];

const SEARCH_ATTRIBUTES = ['OrgId=KeywordList', 'ResourceId=KeywordList', 'Phase=Keyword'];

const each = (flag: string, values: readonly string[]) => values.flatMap((value) => [flag, value]);

/** The arguments of `temporal`. */
export function temporalArguments(
  binary: TemporalBinary,
  database: string,
  { port, uiPort }: TemporalPorts,
  namespace: string,
): string[] {
  return [
    ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', `${port}`, '--ui-port', `${uiPort}`],
    // Programs older than those looked for have no such flag.
    ...(isRecent(binary) ? ['--ui-disable-news-fetch'] : []),
    ...['--log-level', 'warn', '--namespace', namespace, '--db-filename', database],
    ...each('--sqlite-pragma', PRAGMAS),
    ...each('--dynamic-config-value', SETTINGS),
    ...each('--search-attribute', SEARCH_ATTRIBUTES),
  ];
}
