// `npm run outside -- [number …]`: looks at a running service with clients that are not ours (curl, Python's
// smtplib and servers, Temporal's own program, connections to Postgres), a point after the other, and prints
// what was seen. Needs curl, python3 and ps; no part of CI.
import { availableParallelism, loadavg } from 'node:os';
import { openOutside, type Point } from './outside.js';
import { addresses } from './points/addresses.js';
import { answered503 } from './points/answered-503.js';
import { answeredWrites } from './points/answered-writes.js';
import { addressesTaken, replays, rulesKept } from './points/caps.js';
import { deleteWhileSending } from './points/delete-while-sending.js';
import { dmarc } from './points/dmarc.js';
import { eventsLag } from './points/events-lag.js';
import { filling } from './points/filling.js';
import { foreignAnswers } from './points/foreign-answers.js';
import { forgedBounce } from './points/forged-bounce.js';
import { largeJson } from './points/large-json.js';
import { largeReads } from './points/large-reads.js';
import { lateSuppression } from './points/late-suppression.js';
import { lockedInbox } from './points/locked-inbox.js';
import { longLine } from './points/long-line.js';
import { mailFlood } from './points/mail-flood.js';
import { notBegun } from './points/not-begun.js';
import { npmStart } from './points/npm-start.js';
import { pausedBulk } from './points/paused-bulk.js';
import { pendingPaused } from './points/pending-paused.js';
import { purge } from './points/purge.js';
import { restoredCopy } from './points/restored-copy.js';
import { restoredRows } from './points/restored-rows.js';
import { retention } from './points/retention.js';
import { boundRights, webhookRights } from './points/rights.js';
import { smtpTls } from './points/smtp-tls.js';
import { stalledUploads } from './points/stalled-uploads.js';
import { stopWhileStarting } from './points/stop-while-starting.js';
import { turkishForward } from './points/turkish-forward.js';
import { unknownIds } from './points/unknown-ids.js';

const POINTS: readonly Point[] = [
  ...[answeredWrites, answered503, lockedInbox, largeReads, stopWhileStarting, eventsLag],
  ...[mailFlood, stalledUploads, largeJson, addresses, filling, longLine],
  ...[addressesTaken, rulesKept, replays],
  ...[foreignAnswers, notBegun, deleteWhileSending, retention, pausedBulk, lateSuppression],
  ...[forgedBounce, turkishForward, restoredCopy, restoredRows],
  ...[webhookRights, boundRights, purge, pendingPaused],
  ...[npmStart, smtpTls, dmarc, unknownIds],
];

interface Row {
  readonly number: number;
  readonly title: string;
  readonly seen: string;
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2).map(Number);
  const points = POINTS.filter(({ number }) => wanted.length === 0 || wanted.includes(number));
  const loads = [load()];
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
  loads.push(load());
  console.log(tableOf(rows));
  console.log(`Load: ${loads.join(' to ')} on ${availableParallelism()} cores`);
}

const load = () => loadavg()[0]!.toFixed(1);

const tableOf = (rows: readonly Row[]): string =>
  rows
    .toSorted((a, b) => a.number - b.number)
    .map(({ number, title, seen }) => `| ${String(number).padStart(2)} | ${title} | ${seen} |`)
    .join('\n');

await main();
// A client that was interrupted may still be waiting.
process.exit();
