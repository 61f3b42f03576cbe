import { readdirSync, readFileSync } from 'node:fs';

/** A question about the corpus. */
export interface JudgedQuestion {
  readonly language: string;
  readonly text: string;
  /** The mail that answers and words of its answer; null where no mail answers. */
  readonly expected: { readonly mail: number; readonly part: string } | null;
  /** Whether it is there to tune on; the others only judge. */
  readonly isForTuning: boolean;
  /** Whether it is of the set that nothing is judged by. */
  readonly isBeside: boolean;
}

/** A mail of the corpus. */
export interface CorpusMail {
  readonly language: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
}

/** Mails and what is asked of them, in the order of the files. */
export interface QuestionCorpus {
  readonly mails: readonly CorpusMail[];
  readonly questions: readonly JudgedQuestion[];
}

// Compiled code has the texts where they are written, not beside itself.
const FOLDER = new URL(
  import.meta.url.includes('/dist/') ? '../../../test/questions/' : './',
  import.meta.url,
);

/** Sets of mails: half of the questions about the first only judge, those about the second are all to tune on. */
type QuestionSet = 'corpus' | 'tuning';

/**
 * Reads sets of mails. A mail begins with `== From | Subject`, its text follows; then `? question => part` for
 * what it answers, and `! question` for what no mail does.
 */
export function readQuestionCorpus(sets: readonly QuestionSet[] = ['corpus']): QuestionCorpus {
  const mails: CorpusMail[] = [];
  const questions: JudgedQuestion[] = [];
  for (const set of sets)
    for (const file of readdirSync(new URL(set, FOLDER)).sort()) {
      const place = { isBeside: set === 'tuning', language: file.replace('.txt', '') };
      const pieces = readFileSync(new URL(`${set}/${file}`, FOLDER), 'utf8').split(/^== /m);
      for (const piece of pieces.slice(1)) readPiece(piece, place, { mails, questions });
    }
  return { mails, questions };
}

function readPiece(
  piece: string,
  place: Pick<JudgedQuestion, 'isBeside' | 'language'>,
  { mails, questions }: { readonly mails: CorpusMail[]; readonly questions: JudgedQuestion[] },
): void {
  const [head = '', ...lines] = piece.trimEnd().split('\n');
  const [from = '', subject = ''] = head.split(' | ');
  for (const line of lines.filter(isAsked)) {
    const isForTuning = place.isBeside || questions.length % 2 === 0;
    questions.push({ ...place, ...questionOf(line, mails.length), isForTuning });
  }
  const text = lines.filter((line) => !isAsked(line)).join('\n');
  mails.push({ language: place.language, from, subject, text });
}

const isAsked = (line: string) => /^[?!] /.test(line);

function questionOf(line: string, mail: number): Pick<JudgedQuestion, 'text' | 'expected'> {
  const [text = '', part] = line.slice(2).split(' => ');
  return { text, expected: part === undefined ? null : { mail, part } };
}

/** The mail as it comes in. */
export const rawOf = ({ from, subject, text }: CorpusMail): Buffer =>
  Buffer.from(
    [
      `From: ${from}`,
      'To: me@example.test',
      `Subject: ${subject}`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      ...text.split('\n'),
      '',
    ].join('\r\n'),
  );
