import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Machine } from './temporal-fetch.js';

const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** This machine. */
export const thisMachine: Machine = {
  platform: `${process.platform}-${process.arch}`,
  fetch: (...request) => fetch(...request),
  async run(program, args, timeout = 0) {
    const options = { cwd: '/', maxBuffer: MAX_OUTPUT_BYTES, timeout };
    const { stdout } = await promisify(execFile)(program, [...args], options);
    return stdout;
  },
};
