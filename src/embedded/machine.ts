import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Machine } from './temporal-fetch.js';

const OUTPUT_LIMIT = 16 * 1024 * 1024;

/** This machine. */
export const thisMachine: Machine = {
  platform: `${process.platform}-${process.arch}`,
  fetch: (...request) => fetch(...request),
  async run(program, args, timeout = 0) {
    const options = { cwd: '/', maxBuffer: OUTPUT_LIMIT, timeout };
    const { stdout } = await promisify(execFile)(program, [...args], options);
    return stdout;
  },
};
