#!/usr/bin/env node
import { createInterface } from 'node:readline';
import { Bridge } from './bridge.js';
import { readSettings, type StdioSettings } from './settings.js';

// `restante-mcp`: the tools over stdin and stdout, for programs that start their servers themselves.

function settings(): StdioSettings {
  try {
    return readSettings(process.argv.slice(2), process.env);
  } catch (error) {
    process.stderr.write(`restante-mcp: ${(error as Error).message}\n`);
    process.exit(1);
  }
}

const bridge = new Bridge({
  ...settings(),
  write: (json) => process.stdout.write(`${json}\n`),
});
// A program that does not read any more is gone.
process.stdout.on('error', () => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
for await (const line of createInterface({ input: process.stdin }))
  if (line.trim() !== '') bridge.take(line);
await bridge.end();
process.exit(0);
