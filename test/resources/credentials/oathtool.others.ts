import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { Secret } from 'otpauth';
import { codeOf } from '../../../src/resources/credentials/totp.js';

// One-time codes as others make them: oathtool of Debian (apt-get install oathtool).

if (spawnSync('oathtool', ['--version']).status !== 0)
  throw new Error('There is no oathtool: install it (apt-get install oathtool)');

const CODES = 300;
const bytesOf = (n: number, name: string) => createHash('sha256').update(`${name} ${n}`).digest();
const numberOf = (n: number, name: string) => bytesOf(n, name).readUInt32BE();
const oneOf = <T>(n: number, all: readonly T[]): T => all[numberOf(n, String(all)) % all.length]!;

it('agrees on codes of any secret, hash, length and period, at any time', () => {
  for (let n = 0; n < CODES; n++) {
    const secret = new Secret({ buffer: new Uint8Array(bytesOf(n, 'secret')).buffer }).base32;
    const algorithm = oneOf(n, ['SHA1', 'SHA256', 'SHA512']);
    const digits = oneOf(n, [6, 7, 8]);
    const period = oneOf(n, [15, 30, 60, 90]);
    const begins = Math.floor(numberOf(n, 'time') / period) * period;
    const address = `otpauth://totp/ada?secret=${secret}&algorithm=${algorithm}&digits=${digits}&period=${period}`;
    const theirs = execFileSync('oathtool', [
      ...[`--totp=${algorithm.toLowerCase()}`, '--base32', `--digits=${digits}`],
      ...[`--time-step-size=${period}s`, `--now=@${begins}`, secret],
    ]);
    expect(codeOf(address, null, begins * 1_000).code).toBe(theirs.toString().trim());
  }
});
