import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** Raised where tables get another meaning. */
export const LEXICON_VERSION = 3;
/** How the file begins. */
export const LEXICON_MAGIC = 0x58_45_4c_52;
/** 32-bit numbers before those of the tables: magic, version, bytes of the file, and a hash of what it was made of. */
export const HEAD_FIELDS = 3;
/** Likewise: those of the hash. */
export const HASH_FIELDS = 8;
/** Each table begins at a multiple of so many bytes. */
export const ALIGNMENT = 8;

/**
 * The tables of the file, in their order: a trie of folded terms (`trie.ts`), the lists of terms by its nodes, the
 * terms column by column, and as JSON what is read once (`word-lists.ts`).
 */
export const LEXICON_TABLES = {
  first: Int32Array,
  chars: Uint16Array,
  rows: Uint16Array,
  wide: Int32Array,
  starts: Int32Array,
  /** By node: the number of its lists; 0 where no term ends. */
  marks: Int32Array,
  /** By list: where its terms begin in the next table, those at the end of a word and those within one. */
  closedFrom: Int32Array,
  closed: Int32Array,
  openFrom: Int32Array,
  open: Int32Array,
  /** By term: places in `LexiconTexts`. */
  kinds: Uint8Array,
  languages: Uint16Array,
  /** By term: 0 for any spelling, else the place of its spelling, counted from 1. */
  spellings: Int32Array,
  /** By term: what a code is for, whether it is typed, an approval, where it stands (`TermFlag`). */
  flags: Uint8Array,
  /** By term: NaN where it brings no count along. */
  counts: Float64Array,
  /** By spelling: where it begins in the next table. */
  spellingFrom: Int32Array,
  spelled: Uint16Array,
  texts: Uint8Array,
} as const;

/** The tables as views of one piece of memory. */
export type LexiconTables = {
  readonly [Name in keyof typeof LEXICON_TABLES]: (typeof LEXICON_TABLES)[Name]['prototype'];
};

const NAME = 'lexicon.bin';
/** Built beside the compiled code, from where sources that are not compiled (in tests) read it, too. */
const PLACES = ['../../../lexicon.bin', '../../../dist/lexicon.bin'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

const TABLE_NAMES = Object.keys(LEXICON_TABLES) as (keyof LexiconTables)[];
const HEAD = (HEAD_FIELDS + HASH_FIELDS + 2 * TABLE_NAMES.length) * Int32Array.BYTES_PER_ELEMENT;
const KEY = 'restante.lexicon';

/**
 * The words of all languages, read once a process: threads that are started afterwards share its memory.
 *
 * @throws Error that names the file when it is missing, cut short, or of another version.
 */
export function lexiconTables(): LexiconTables {
  const known = getEnvironmentData(KEY) as SharedArrayBuffer | undefined;
  if (known) return viewTables(known);
  const memory = readLexiconFile(PLACES.find(existsSync) ?? PLACES[0]!);
  setEnvironmentData(KEY, memory);
  return viewTables(memory);
}

/** The file in memory that threads share. @throws Error likewise. */
export function readLexiconFile(path: string): SharedArrayBuffer {
  const bytes = bytesOf(path);
  const [magic, version, length] =
    bytes.length < HEAD ? [] : new Int32Array(bytes.buffer, bytes.byteOffset, HEAD_FIELDS);
  if (magic !== LEXICON_MAGIC) throw new Error(`${NAME} is cut short or no lexicon: ${REMEDY}`);
  if (version !== LEXICON_VERSION)
    throw new Error(
      `${NAME} has version ${String(version)}, wanted is ${LEXICON_VERSION}: ${REMEDY}`,
    );
  if (length !== bytes.length) throw new Error(`${NAME} is cut short: ${REMEDY}`);
  const memory = new SharedArrayBuffer(bytes.length);
  new Uint8Array(memory).set(bytes);
  return memory;
}

const REMEDY = 'run "npm run build"';

function bytesOf(path: string): Uint8Array {
  try {
    // A copy of its own, which begins where 32-bit numbers can.
    return new Uint8Array(readFileSync(path));
  } catch (cause) {
    throw new Error(`${NAME} cannot be read: ${REMEDY}`, { cause });
  }
}

type TableType = new (
  memory: SharedArrayBuffer,
  at: number,
  length: number,
) => LexiconTables[keyof LexiconTables];

function viewTables(memory: SharedArrayBuffer): LexiconTables {
  const places = new Int32Array(memory, 0, HEAD / Int32Array.BYTES_PER_ELEMENT).subarray(
    HEAD_FIELDS + HASH_FIELDS,
  );
  const views = TABLE_NAMES.map((name, i) => {
    const Table: TableType = LEXICON_TABLES[name];
    return [name, new Table(memory, places[2 * i]!, places[2 * i + 1]!)] as const;
  });
  // TypeScript forgets which name belongs to which table; both come from `LEXICON_TABLES`.
  return Object.fromEntries(views) as unknown as LexiconTables;
}
