import { readFileSync } from 'node:fs';

/** An entry that a list once had, as a mail prints it; of a stem, the stem alone. */
export interface OldPhrase {
  readonly language: string;
  readonly role: string;
  readonly text: string;
}

/** What word lists once had as phrases, and what is now read by its parts. */
export const OLD_PHRASES: readonly OldPhrase[] = readFileSync(
  new URL('old-phrases.tsv', import.meta.url),
  'utf8',
)
  .split('\n')
  .slice(1)
  .filter(Boolean)
  .flatMap((line) => {
    const [language = '', role = '', phrases = ''] = line.split('\t');
    return phrases
      .split(', ')
      .map((entry) => ({ language, role, text: entry.replace('*', '') }) as const);
  });

/** Those of a language and a role. */
export const oldPhrases = (language: string, role: string): string[] =>
  OLD_PHRASES.filter((one) => one.language === language && one.role === role).map(
    ({ text }) => text,
  );
