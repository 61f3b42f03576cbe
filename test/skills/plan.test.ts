import { describe, expect, it } from '@jest/globals';
import type { SeenPage } from '../../src/browser/forms.js';
import type { SkillKnowledge } from '../../src/skills/moves.js';
import { nextMove } from '../../src/skills/plan.js';
import type { SiteField } from '../../src/skills/fields.js';

const field = (given: Partial<SiteField>, n: number): SiteField => ({
  ...{ n, is: `${given.name}`, form: 0, frame: 0, type: 'text', autocomplete: '', name: '' },
  ...{ id: '', label: '', placeholder: '', isRequired: false, isFilled: false, isChecked: false },
  ...{ isInvalid: false, isCovered: false, minLength: null, maxLength: null, pattern: null },
  ...{ passwordRules: null, options: [] },
  ...given,
});
const button = (text: string, more: object = {}): SeenPage['buttons'][number] => ({
  ...{ n: 90, is: text, form: 0, frame: 0, isCovered: false, submits: true, text },
  ...more,
});
interface PageParts {
  readonly fields?: readonly Partial<SiteField>[];
  readonly buttons?: SeenPage['buttons'];
  readonly links?: SeenPage['links'];
  readonly text?: string;
  readonly alerts?: readonly string[];
}
const page = ({ fields = JOIN, buttons = [button('Continue')], ...rest }: PageParts): SeenPage => ({
  ...{ url: 'https://site.test/join', title: '', text: '', links: [], alerts: [], challenges: [] },
  ...{ fields: fields.map(field), buttons },
  ...rest,
});

const JOIN = [
  { name: 'email', type: 'email' },
  { name: 'pw', type: 'password' },
];
const PRINT = 'https://site.test/join\nemail\npw';
const LOGIN = { href: 'https://site.test/login', text: 'Log in' };

const known = (given: Partial<SkillKnowledge> = {}): SkillKnowledge => ({
  ...({ goal: 'signup', isTryingLogin: false, mayTryLogin: false } as const),
  values: { email: 'ada@x.test', username: 'ada' },
  ...{ acceptTerms: false, hasPassword: true, hasTotp: false, hasPasskey: false },
  ...{ hasFilledPassword: false, hasCode: false, readsMail: true, hasUsedMail: false },
  ...{ hasMissedMail: false, sent: [], said: [], renamed: 0, dismissed: 0, pressed: 0 },
  ...{ isUnsure: false, hasLost: false, looks: 0, isHelped: false, followed: [] },
  ...given,
});
const SENT = { sent: [PRINT], hasFilledPassword: true, mayTryLogin: true };
const LOST = { ...SENT, isUnsure: true, hasLost: true };

describe('What is next where the browser was lost as a form was sent', () => {
  it.each<[string, Partial<SkillKnowledge>, object]>([
    ['a mail of the site is waited for', {}, { kind: 'wait-for-mail', isUnsure: true }],
    ['logging in is tried where none came', { hasMissedMail: true }, { kind: 'try-login' }],
    [
      'logging in is tried where one came that did not do',
      { hasUsedMail: true },
      { kind: 'try-login', url: LOGIN.href },
    ],
    ['a person is asked behind that', { hasMissedMail: true, mayTryLogin: false }, { kind: 'ask' }],
    [
      'what has no password yet is sent again',
      { hasMissedMail: true, hasFilledPassword: false },
      { kind: 'fill' },
    ],
    ['what logs in is sent again', { goal: 'login' }, { kind: 'fill' }],
  ])('%s', (_what, given, move) => {
    expect(nextMove(page({ links: [LOGIN] }), known({ ...LOST, ...given }))).toMatchObject(move);
  });

  const trying = { isTryingLogin: true, goal: 'login', mayTryLogin: false } as const;
  const refused = page({ alerts: ['Unknown account'] });
  it('it is sent again once the site refused the account', () => {
    const given = { ...SENT, hasLost: true, ...trying };
    expect(nextMove(refused, known(given))).toEqual({ kind: 'start-over' });
  });

  it('it is not where it was not lost: then a person is asked', () => {
    expect(nextMove(refused, known({ ...SENT, ...trying }))).toMatchObject({ kind: 'ask' });
  });
});

describe('What is next where the site refuses', () => {
  it.each<[string, PageParts, Partial<SkillKnowledge>, object]>([
    ['a password', { alerts: ['The password is too short'] }, {}, { kind: 'another-password' }],
    [
      'three passwords',
      { alerts: ['The password is too short'] },
      { said: ['no', 'no'] },
      { kind: 'ask' },
    ],
    [
      'an address that is known',
      { alerts: ['This email already exists. Forgot your password?'] },
      {},
      { kind: 'ask', reason: expect.stringContaining('such an account') },
    ],
    [
      'a name that is taken',
      { alerts: ['That username is taken'], fields: [...JOIN, { name: 'username' }] },
      { sent: [`${PRINT}\nusername`] },
      { kind: 'another-name', name: 'ada' },
    ],
    [
      'a name that was given',
      { alerts: ['That username is taken'], fields: [...JOIN, { name: 'username' }] },
      { sent: [`${PRINT}\nusername`], renamed: null },
      { kind: 'ask' },
    ],
  ])('%s', (_what, parts, given, move) => {
    expect(nextMove(page(parts), known({ ...SENT, ...given }))).toMatchObject(move);
  });
});

describe('A page behind a link of a mail', () => {
  const confirming = page({ fields: [], buttons: [button('Cancel'), button('Confirm')] });
  it('has its button pressed', () => {
    const there = known({ ...SENT, hasUsedMail: true });
    expect(nextMove(confirming, there)).toMatchObject({ kind: 'press', at: { is: 'Confirm' } });
    expect(nextMove(confirming, known(SENT))).toEqual({ kind: 'look-again' });
  });
});

describe('What lies over a form', () => {
  const over = (...texts: string[]) =>
    page({
      fields: JOIN.map((one) => ({ ...one, isCovered: true })),
      buttons: [
        button('Sign up'),
        ...texts.map((text, n) => button(text, { n: 80 + n, form: -1 })),
      ],
    });

  it('is refused sooner than closed', () => {
    const move = nextMove(over('Accept all', 'OK', 'Only necessary'), known());
    expect(move).toEqual({ kind: 'dismiss', at: { frame: 0, n: 82, is: 'Only necessary' } });
  });

  it('is agreed to by whom it was allowed alone', () => {
    expect(nextMove(over('Accept all'), known())).toMatchObject({ kind: 'fill' });
    expect(nextMove(over('Accept all'), known({ acceptTerms: true }))).toMatchObject({
      kind: 'dismiss',
      at: { n: 80 },
    });
  });
});

describe('A form that is filled in', () => {
  it('orders no news, and unticks what does', () => {
    const news = { name: 'newsletter', type: 'checkbox', isChecked: true };
    const move = nextMove(page({ fields: [...JOIN, news] }), known());
    expect(move).toMatchObject({ plan: { ticks: [], unticks: [{ n: 2 }], passwords: [{ n: 1 }] } });
  });

  it('has the name for an account without an address', () => {
    const fields = [{ name: 'username' }, { name: 'pw', type: 'password' }];
    expect(nextMove(page({ fields }), known())).toMatchObject({ plan: { username: 'ada' } });
    expect(nextMove(page({}), known())).toMatchObject({ plan: { username: null } });
  });
});

describe('A passkey', () => {
  const has = known({ goal: 'login', hasPassword: false, hasPasskey: true });
  it('is asked for by its button, else by the field that offers it', () => {
    const offering = [{ name: 'user', autocomplete: 'username webauthn' }];
    expect(
      nextMove(page({ fields: offering, buttons: [button('Use a passkey')] }), has),
    ).toMatchObject({ plan: { passkeys: [{ n: 90 }], values: [] } });
    expect(nextMove(page({ fields: offering, buttons: [button('Next')] }), has)).toMatchObject({
      plan: { passkeys: [{ n: 0 }] },
    });
  });

  it('comes behind the name where the page does not ask for it yet', () => {
    const fields = [{ name: 'username' }];
    expect(nextMove(page({ fields, buttons: [button('Log in')] }), has)).toMatchObject({
      plan: { passkeys: [], values: [{ value: 'ada' }] },
    });
  });
});
