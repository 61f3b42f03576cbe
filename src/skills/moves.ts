import type { ControlPlace, PageEntry } from '../browser/forms.js';
import type { PasswordWishes } from './passwords.js';

/** What is wanted of a site. */
export type SkillGoal = 'signup' | 'login';

/** What is known when a page is looked at. */
export interface SkillKnowledge {
  /** Also to log in where it is found out whether there is an account by now. */
  readonly goal: SkillGoal;
  readonly isTryingLogin: boolean;
  /** Whether there is an account to be tried, and it was not. */
  readonly mayTryLogin: boolean;
  /** What may be entered, by the name of autofill, or by the name or label of a field. */
  readonly values: Readonly<Record<string, string>>;
  readonly acceptTerms: boolean;
  /** Whether there is a password to fill in, or may be one. */
  readonly hasPassword: boolean;
  readonly hasTotp: boolean;
  readonly hasPasskey: boolean;
  /** Whether a password was made and filled in: what asks for an address alone is beside it. */
  readonly hasFilledPassword: boolean;
  /** Whether a mail with a code is there that was not entered yet. */
  readonly hasCode: boolean;
  /** Whether codes and links can be read from an inbox. */
  readonly readsMail: boolean;
  /** Whether a mail was of use already. */
  readonly hasUsedMail: boolean;
  /** Whether a mail was waited for in vain, where it was not known whether a form was sent. */
  readonly hasMissedMail: boolean;
  /** Forms that were sent, by their prints; those that were refused, and are filled in anew, are none. */
  readonly sent: readonly string[];
  /** What sites said of passwords that they refused. */
  readonly said: readonly string[];
  /** How often a name that was taken was changed; null where it is not ours to change. */
  readonly renamed: number | null;
  /** How often a button behind a link was pressed. */
  readonly pressed: number;
  /** How often something that lay over the page was taken away. */
  readonly dismissed: number;
  /** Whether the browser was lost since a form was sent, or as it was: nobody knows whether the site took it. */
  readonly isUnsure: boolean;
  /** Whether that ever was so. */
  readonly hasLost: boolean;
  /** How often the same page was looked at in vain. */
  readonly looks: number;
  /** Whether a person was asked and said to go on: what stands in the way of programs was dealt with. */
  readonly isHelped: boolean;
  /** Addresses that were gone to by links of pages. */
  readonly followed: readonly string[];
}

/** What is filled into a page, and what of it is secret. */
export interface FormPlan extends PageEntry {
  readonly passwords: readonly ControlPlace[];
  readonly totps: readonly ControlPlace[];
  /** What has a passkey asked for: it signs in without more. */
  readonly passkeys: readonly ControlPlace[];
  /** For the code of a mail: one field, or one for each sign. */
  readonly codes: readonly ControlPlace[];
  /** What passwords of it are to be like. */
  readonly wishes: PasswordWishes | null;
  /** The name of the account, where the form asks for another than an address; null without one. */
  readonly username: string | null;
  /** What tells the form from others. */
  readonly print: string;
}

/** What is to be done on a page. */
export type SkillMove =
  /** Anew: what was sent before counts no more. */
  | { readonly kind: 'fill'; readonly plan: FormPlan; readonly isAnew?: boolean }
  | { readonly kind: 'follow'; readonly url: string }
  | { readonly kind: 'look-again' }
  /** For a code, where the page has a field for one; unsure: not for long, since nothing may have been sent. */
  | { readonly kind: 'wait-for-mail'; readonly wantsCode: boolean; readonly isUnsure?: boolean }
  /** Behind a link of a mail: programs that only look at links are not to use them up. */
  | { readonly kind: 'press'; readonly at: ControlPlace }
  /** What lies over the page is taken away. */
  | { readonly kind: 'dismiss'; readonly at: ControlPlace }
  /** The site refused the password, and said so. */
  | {
      readonly kind: 'another-password';
      readonly wishes: PasswordWishes;
      readonly said: readonly string[];
    }
  /** The name is taken. */
  | { readonly kind: 'another-name'; readonly name: string }
  /** Finds out whether there is an account: by a link of the page, or on the front page of the site. */
  | { readonly kind: 'try-login'; readonly url: string | null }
  /** There is no account: the form is filled in again. */
  | { readonly kind: 'start-over' }
  | { readonly kind: 'done' }
  | { readonly kind: 'ask'; readonly reason: string; readonly fields: readonly string[] };

/** A plan that fills in nothing. */
export const EMPTY = {
  ...({ values: [], ticks: [], unticks: [], passwords: [], passkeys: [], totps: [] } as const),
  ...({ codes: [], wishes: null, username: null } as const),
};

/** Why a person is asked where nothing tells. */
export const UNSURE =
  'The browser was lost as the form was sent: nobody knows whether the site took it';

/** Why a person is asked where programs are told from people. */
export const CHALLENGE = 'The site asks whether a person is there (CAPTCHA)';

/** How often a page is looked at that says nothing. */
export const MAX_LOOKS = 3;

/** A person is asked. */
export const ask = (reason: string, fields: readonly string[]): SkillMove => ({
  kind: 'ask',
  reason,
  fields,
});
