import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { analyse } from '../../src/mail/reading/analyse.js';

const FOLDER = new URL('../fixtures/mail/', import.meta.url);
const RECEIVED_AT = new Date('2026-11-20T10:00:03Z');

const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.eml'))
  .map((file) => file.slice(0, -'.eml'.length));

const read = (file: string) => readFileSync(new URL(file, FOLDER));

describe('analyse', () => {
  it.each(names)('reads %s as its expectation says', (name) => {
    const expected = JSON.parse(read(`${name}.json`).toString()) as object;

    const analysis = analyse(read(`${name}.eml`), { receivedAt: RECEIVED_AT });

    expect(analysis).toMatchObject(expected);
  });

  it.each(names)('says of %s only what a database can hold', (name) => {
    const analysis = analyse(read(`${name}.eml`), { receivedAt: RECEIVED_AT });

    for (const text of texts(analysis)) expect(text).not.toMatch(/\0|\p{Cs}/u);
    expect(analysis.summary.length).toBeLessThanOrEqual(200);
    expect(analysis.summary).not.toBe('');
  });
});

/** All strings of a value, at any depth; bytes have none. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  return Object.values(value).flatMap(texts);
}
