import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as clerk from '@clerk/localizations';

// What screens of sign-in say where they ask for a code that came by mail, in the words of whoever translated them: no
// word of it was chosen here. Both packages are read where they are installed.

/** Words around a code, in one language. */
export interface CodeWords {
  /** Which translation it is, and what is asked for. */
  readonly what: string;
  readonly title: string;
  /** Says to type the code. */
  readonly sentence: string;
  /** What the code is called. */
  readonly name: string;
  /** Asks whether it did not come. */
  readonly resend: string;
}

type Texts = Readonly<Record<string, unknown>>;

/** All translations but the English ones. */
export async function translations(): Promise<readonly CodeWords[]> {
  const ofClerk = Object.entries<object>(clerk)
    .filter(([language]) => !language.startsWith('en'))
    .flatMap(([language, texts]) => clerkWords(language, texts));
  return [...ofClerk, ...(await amplifyWords())];
}

function clerkWords(language: string, texts: object): CodeWords[] {
  const screens = {
    'sign up': textsAt(texts, 'signUp', 'emailCode'),
    'sign in': textsAt(texts, 'signIn', 'emailCode'),
    'a new password': textsAt(texts, 'signIn', 'forgotPassword'),
    'once more': textsAt(texts, 'reverification', 'emailCode'),
  };
  return Object.entries(screens).flatMap(([screen, says]) =>
    complete(`clerk ${language}, ${screen}`, {
      title: says['title'],
      sentence: says['subtitle_email'] ?? says['formSubtitle'] ?? says['subtitle'],
      name: says['formTitle'],
      resend: says['resendButton'],
    }),
  );
}

const textsAt = (texts: object, ...path: readonly string[]): Texts =>
  path.reduce((at, name) => (at[name] ?? {}) as Texts, texts as Texts);

const AMPLIFY = join(
  dirname(createRequire(import.meta.url).resolve('@aws-amplify/ui/package.json')),
  'dist/esm/i18n/dictionaries/authenticator',
);

// Its entry loads the components, and what those need.
async function amplifyWords(): Promise<CodeWords[]> {
  const files = readdirSync(AMPLIFY).filter((file) => /^(?!en)[a-z]{2}\.mjs$/.test(file));
  const words: CodeWords[] = [];
  for (const file of files) {
    const [texts] = Object.values((await import(pathToFileURL(join(AMPLIFY, file)).href)) as Texts);
    words.push(...amplifyScreen(file, texts as Texts));
  }
  return words;
}

const amplifyScreen = (file: string, texts: Texts): CodeWords[] =>
  complete(`amplify ${file}`, {
    title: texts['Confirm Email Code'] ?? texts['We Emailed You'],
    sentence:
      texts['Your code is on the way. To log in, enter the code we sent you'] ??
      texts['Enter your code'],
    name: texts['Confirmation Code'],
    resend: texts['Resend Code'],
  });

type Says = Readonly<Record<Exclude<keyof CodeWords, 'what'>, unknown>>;

/** A screen of which all is translated. */
function complete(what: string, says: Says): CodeWords[] {
  const said = Object.entries(says).map(([name, text]) => [name, filledIn(text)] as const);
  if (said.some(([, text]) => text === '')) return [];
  return [{ what, ...(Object.fromEntries(said) as Record<keyof Says, string>) }];
}

const filledIn = (text: unknown): string =>
  typeof text === 'string' ? text.replace(/\{\{[^}]*\}\}/g, 'ana@inbox.example') : '';
