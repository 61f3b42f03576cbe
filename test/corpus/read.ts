import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { CATEGORIES } from '../../src/mail/analysis.js';

/** What a mail of the corpus is there to try. */
export const CLASSES = [
  'code',
  'verify',
  'magic',
  'reset',
  'backup',
  'order',
  'money',
  'notice',
  'newsletter',
  'marketing',
  'personal',
  'support',
  'calendar',
  'bounce',
  'auto_reply',
  'reply',
  'forward',
  'hidden',
  'spam',
] as const;

const words = z.string().transform((line) => line.split(/\s+/).filter(Boolean));
const list = z.string().transform((line) => line.split(',').map((item) => item.trim()));

const labels = z.strictObject({
  lang: z.string(),
  class: z.enum(CLASSES),
  category: z.enum(CATEGORIES),
  codes: words.default([]),
  verify: words.default([]),
  magic: words.default([]),
  reset: words.default([]),
  backup: list.default([]),
  expires: z.iso.datetime().optional(),
  sender: z.string().optional(),
  hidden: z
    .enum(['yes', 'no'])
    .default('no')
    .transform((value) => value === 'yes'),
  charset: z.string().default('utf-8'),
  encoding: z.enum(['base64', 'quoted-printable', '8bit', '7bit']).optional(),
});

/** What a mail of the corpus holds, by the person who wrote it (README.md says how). */
export type Labels = z.output<typeof labels>;

/** One part of a mail: `text`, `html`, `new`, `raw`, or `part` with its content type. */
export interface Section {
  readonly name: string;
  readonly contentType: string | null;
  readonly content: string;
}

/** A mail as it stands in the corpus. */
export interface CorpusMail {
  readonly name: string;
  readonly file: string;
  readonly labels: Labels;
  /** Name and value, unfolded, in order. */
  readonly headers: readonly (readonly [string, string])[];
  readonly sections: readonly Section[];
}

// Compiled code has the mails where they are written, not beside itself.
const BESIDE = import.meta.url.includes('/dist/') ? '../../../test/corpus/' : './';
const FOLDER = new URL(`${BESIDE}mails/`, import.meta.url);
/** Hands with figures of their own: languages without a list, what well-known services send. */
export const APART = new URL(`${BESIDE}apart/`, import.meta.url);
const START = /^===== +(\S+)\s*$/m;
const SECTION = /^\[(text|html|new|raw|part +([^\]]+))\]$/;

/** All mails of a folder that ends in `/`. @throws Error that names file and mail where one is not well-formed. */
export function readCorpus(folder = FOLDER): CorpusMail[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.txt'));
  const mails = files.flatMap((file) => readFile(file, folder));
  const names = new Set<string>();
  for (const { name, file } of mails) {
    if (names.has(name)) throw new Error(`${file}: ${name} stands there twice`);
    names.add(name);
  }
  return mails;
}

function readFile(file: string, folder: URL): CorpusMail[] {
  const pieces = readFileSync(new URL(file, folder), 'utf8').split(START).slice(1);
  return pieces.flatMap((name, i) =>
    i % 2 === 0 ? [readMail(file, `${file.split('-')[0]!}-${name}`, pieces[i + 1]!)] : [],
  );
}

function readMail(file: string, name: string, source: string): CorpusMail {
  try {
    const [head = '', ...rest] = source.trim().split(/^-----$/m);
    const body = rest.join('-----').replace(/^\n/, '').split('\n');
    const sections = readSections(body);
    const headers = readHeaders(
      body.slice(
        0,
        body.findIndex((line) => SECTION.test(line)),
      ),
    );
    return { name, file, labels: labels.parse(readLabels(head)), headers, sections };
  } catch (error) {
    throw new Error(`${file}: ${name}: ${(error as Error).message}`, { cause: error });
  }
}

/** A label that stands twice has both values. */
function readLabels(head: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const line of head.split('\n').filter(Boolean)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim();
    const value = line.slice(colon + 1).trim();
    if (value !== '') found[name] = name in found ? `${found[name]!} ${value}` : value;
  }
  return found;
}

function readHeaders(lines: readonly string[]): [string, string][] {
  const headers: [string, string][] = [];
  for (const line of lines.filter((text) => text.trim() !== '')) {
    const colon = line.indexOf(':');
    if (/^\s/.test(line)) headers.at(-1)![1] += ` ${line.trim()}`;
    else if (colon > 0) headers.push([line.slice(0, colon), line.slice(colon + 1).trim()]);
    else throw new Error(`no header: ${line}`);
  }
  return headers;
}

function readSections(lines: readonly string[]): Section[] {
  const sections: { name: string; contentType: string | null; content: string[] }[] = [];
  for (const line of lines) {
    const match = sections.at(-1)?.name === 'raw' ? null : SECTION.exec(line);
    if (match)
      sections.push({
        name: match[2] ? 'part' : match[1]!,
        contentType: match[2] ?? null,
        content: [],
      });
    else sections.at(-1)?.content.push(line);
  }
  if (sections.length === 0) throw new Error('has no section');
  return sections.map((section) => ({
    ...section,
    content: section.content.join('\n').replace(/\n+$/, '\n'),
  }));
}
