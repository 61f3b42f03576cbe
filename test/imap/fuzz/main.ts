import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.js';

// `npm run imap:fuzz -- [--commands 1000000] [--seed 1]`: commands from a grammar and from the RFCs, broken in all ways.

const { values } = parseArgs({
  options: {
    commands: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
  },
});
const began = performance.now();
const findings = await fuzz(Number(values.seed), Number(values.commands));
const seconds = (performance.now() - began) / 1000;
const { rss } = process.memoryUsage();
console.log({ ...findings, seconds: Math.round(seconds), rssMiB: Math.round(rss / 2 ** 20) });
process.exit();
