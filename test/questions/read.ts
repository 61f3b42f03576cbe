import { readdirSync, readFileSync } from 'node:fs';

/** A question about the corpus. */
export interface JudgedQuestion {
  readonly language: string;
  readonly text: string;
  /** The mail that answers and words of its answer; null where no mail answers. */
  readonly expected: { readonly mail: number; readonly part: string } | null;
  /** Whether it is there to tune on; the others only judge. */
  readonly isForTuning: boolean;
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
  import.meta.url.includes('/dist/') ? '../../../test/questions/corpus/' : './corpus/',
  import.meta.url,
);

/**
 * Reads the corpus. A mail begins with `== From | Subject`, its text follows; then `? question => part` for
 * what it answers, and `! question` for what no mail does.
 */
export function readQuestionCorpus(): QuestionCorpus {
  const mails: CorpusMail[] = [];
  const questions: JudgedQuestion[] = [];
  for (const file of readdirSync(FOLDER).sort()) {
    const language = file.replace('.txt', '');
    const pieces = readFileSync(new URL(file, FOLDER), 'utf8').split(/^== /m).slice(1);
    for (const piece of pieces) {
      const [head = '', ...lines] = piece.trimEnd().split('\n');
      const [from = '', subject = ''] = head.split(' | ');
      for (const line of lines.filter(isAsked))
        questions.push(questionOf(line, language, mails.length, questions.length));
      const text = lines.filter((line) => !isAsked(line)).join('\n');
      mails.push({ language, from, subject, text });
    }
  }
  return { mails, questions };
}

const isAsked = (line: string) => /^[?!] /.test(line);

function questionOf(line: string, language: string, mail: number, number: number): JudgedQuestion {
  const [text = '', part] = line.slice(2).split(' => ');
  const expected = part === undefined ? null : { mail, part };
  return { language, text, expected, isForTuning: number % 2 === 0 };
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
