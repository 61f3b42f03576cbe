// `npm run outside -- [number …]`: looks at a running service with clients that are not ours (curl, Python's
// smtplib, connections to Postgres), a point after the other, and prints what was seen. What storms and other
// tests show with such clients is named, not done again. Needs curl, python3 and ps; no part of CI.
import { openOutside, type Point } from './outside.js';
import { addresses } from './points/addresses.js';
import { answered503 } from './points/answered-503.js';
import { deleteWhileSending } from './points/delete-while-sending.js';
import { eventsLag } from './points/events-lag.js';
import { filling } from './points/filling.js';
import { foreignAnswers } from './points/foreign-answers.js';
import { forgedBounce } from './points/forged-bounce.js';
import { largeJson } from './points/large-json.js';
import { largeReads } from './points/large-reads.js';
import { lateSuppression } from './points/late-suppression.js';
import { longLine } from './points/long-line.js';
import { npmStart } from './points/npm-start.js';
import { pausedBulk } from './points/paused-bulk.js';
import { boundRights, webhookRights } from './points/rights.js';
import { pendingPaused } from './points/pending-paused.js';
import { purge } from './points/purge.js';
import { stopWhileStarting } from './points/stop-while-starting.js';
import { turkishForward } from './points/turkish-forward.js';

const POINTS: readonly Point[] = [
  ...[
    answered503,
    largeReads,
    stopWhileStarting,
    eventsLag,
    largeJson,
    addresses,
    filling,
    longLine,
  ],
  ...[
    foreignAnswers,
    deleteWhileSending,
    pausedBulk,
    lateSuppression,
    forgedBounce,
    turkishForward,
  ],
  ...[webhookRights, boundRights, purge, pendingPaused, npmStart],
];

// Each of these kills, stops, floods or restores with sockets and connections of its own.
const ELSEWHERE: Readonly<Record<number, string>> = {
  1: 'npm run crash -- --storm "stops of Postgres"; test/e2e/answered-writes.test.ts',
  3: 'npm run crash -- --storm "locks held"; test/e2e/locked-inbox.test.ts',
  7: 'npm run crash -- --storm "large mail"; test/e2e/large-mail-flood.test.ts',
  8: 'npm run crash -- --storm "uploads that stall"; test/e2e/large-mail-flood.test.ts',
  14: 'npm run crash -- --storm "stops of Postgres": nothing is unknown that did not begin to leave',
  20: 'npm run crash -- --storm restore; test/restores/guard.test.ts',
  21: 'npm run crash -- --storm restore; test/e2e/restored-dump.test.ts',
};

interface Row {
  readonly number: number;
  readonly title: string;
  readonly seen: string;
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2).map(Number);
  const points = POINTS.filter(({ number }) => wanted.length === 0 || wanted.includes(number));
  const outside = await openOutside();
  const rows: Row[] = [];
  try {
    for (const { number, title, see } of points) {
      const seen = await see(outside).catch((error: unknown) => {
        process.exitCode = 1;
        return `DOES NOT HOLD: ${(error as Error).message.replace(/\s+/g, ' ')}`;
      });
      rows.push({ number, title, seen });
      console.error(`${number} ${title}: ${seen}`);
    }
  } finally {
    await outside.stop();
  }
  console.log(tableOf(wanted.length > 0 ? rows : [...rows, ...elsewhere()]));
}

const elsewhere = (): Row[] =>
  Object.entries(ELSEWHERE).map(([number, seen]) => ({
    ...{ number: Number(number), title: 'shown elsewhere', seen },
  }));

const tableOf = (rows: readonly Row[]): string =>
  rows
    .toSorted((a, b) => a.number - b.number)
    .map(({ number, title, seen }) => `| ${String(number).padStart(2)} | ${title} | ${seen} |`)
    .join('\n');

await main();
// A client that was interrupted may still be waiting.
process.exit();
