import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  ALIGNMENT,
  HASH_FIELDS,
  HEAD_FIELDS,
  LEXICON_MAGIC,
  LEXICON_TABLES,
  LEXICON_VERSION,
  type LexiconTables,
} from '../src/mail/words/lexicon-file.js';
import { readCldrLexicon } from './lexicon-cldr-file.js';
import { packLexicon } from './lexicon-pack.js';
import { readLexicon } from './lexicon-rows.js';

/** Everything here is relative to the compiled script: the build has copied the lexicon beside it. */
const FOLDER = new URL('../lexicon/', import.meta.url);
const FILE = fileURLToPath(new URL('../lexicon.bin', FOLDER));
/** Compiled code that decides what is in the file. */
const CODE = [
  ...['build', 'cldr-file', 'pack', 'rows', 'terms', 'times', 'trie', 'units'].map(
    (name) => `../scripts/lexicon-${name}.js`,
  ),
  ...[
    'text/fold',
    'text/spelling',
    'text/term',
    'text/trie',
    'times/units',
    'words/lexicon-file',
    'words/roles',
  ].map((name) => `../src/mail/${name}.js`),
];

/** Packs the lexicon, unless the file that is there was made of the same words by the same code. */
export function ensureLexicon(): void {
  const hash = hashSources();
  if (isMadeOf(hash)) return;
  const bytes = lexiconFile(
    packLexicon(readLexicon(FOLDER), readCldrLexicon(FOLDER).languages),
    hash,
  );
  // Two builds at once must not leave half of each.
  const unfinished = `${FILE}.${process.pid}`;
  writeFileSync(unfinished, bytes);
  renameSync(unfinished, FILE);
}

function hashSources(): Buffer {
  const hash = createHash('sha256');
  const words = readdirSync(FOLDER).filter((name) => /\.(?:tsv|json)$/.test(name));
  for (const path of [...words.sort(), ...CODE])
    hash.update(path).update(readFileSync(new URL(path, FOLDER)));
  return hash.digest();
}

const BYTES = Int32Array.BYTES_PER_ELEMENT;

function isMadeOf(hash: Buffer): boolean {
  if (!existsSync(FILE)) return false;
  const from = HEAD_FIELDS * BYTES;
  return readFileSync(FILE)
    .subarray(from, from + HASH_FIELDS * BYTES)
    .equals(hash);
}

/** The bytes of a lexicon file, as `readLexiconFile` reads them. */
export function lexiconFile(tables: LexiconTables, hash: Uint8Array): Uint8Array {
  const views = Object.keys(LEXICON_TABLES).map((name) => tables[name as keyof LexiconTables]);
  const head = (HEAD_FIELDS + HASH_FIELDS + 2 * views.length) * BYTES;
  const places: number[] = [];
  let end = head;
  for (const { byteLength, length } of views) {
    const start = Math.ceil(end / ALIGNMENT) * ALIGNMENT;
    places.push(start, length);
    end = start + byteLength;
  }
  const file = new Uint8Array(end);
  new Int32Array(file.buffer, 0, head / BYTES).set([LEXICON_MAGIC, LEXICON_VERSION, end]);
  file.set(hash, HEAD_FIELDS * BYTES);
  new Int32Array(file.buffer, (HEAD_FIELDS + HASH_FIELDS) * BYTES, places.length).set(places);
  views.forEach(({ buffer, byteOffset, byteLength }, i) =>
    file.set(new Uint8Array(buffer, byteOffset, byteLength), places[2 * i]),
  );
  return file;
}
