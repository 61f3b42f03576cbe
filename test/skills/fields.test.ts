import { describe, expect, it } from '@jest/globals';
import { meaningOf, type SiteField } from '../../src/skills/fields.js';

const field = (given: Partial<SiteField>): SiteField => ({
  ...{ n: 0, is: '', form: 0, frame: 0, type: 'text', autocomplete: '', name: '', id: '' },
  ...{ label: '', placeholder: '', isRequired: false, isFilled: false, isChecked: false },
  ...{
    isInvalid: false,
    isCovered: false,
    minLength: null,
    maxLength: null,
    pattern: null,
    passwordRules: null,
  },
  options: [],
  ...given,
});

describe('What a field asks for', () => {
  it.each([
    [{ autocomplete: 'section-a shipping given-name', name: 'email' }, 'given-name'],
    [{ type: 'email', name: 'x' }, 'email'],
    [{ name: 'userEmail' }, 'email'],
    [{ label: 'Benutzername' }, 'username'],
    [{ label: 'Prénom *' }, 'given-name'],
    [{ label: 'Apellidos' }, 'family-name'],
    [{ label: 'Apellido' }, 'family-name'],
    [{ label: 'Codice di verifica' }, 'one-time-code'],
    [{ type: 'tel', label: 'Kod weryfikacyjny' }, 'one-time-code'],
    [{ type: 'tel', label: 'Telefone' }, 'tel'],
    [{ label: 'Geboortedatum' }, 'bday'],
    [{ label: 'Doğum tarihi' }, 'bday'],
    [{ label: 'Электронная почта' }, 'email'],
    [{ label: 'メールアドレス' }, 'email'],
    [{ label: '姓名' }, 'name'],
    [{ label: '名' }, 'given-name'],
    [{ type: 'password', name: 'password' }, 'current-password'],
    [{ type: 'password', label: 'Passwort wiederholen' }, 'new-password'],
    [{ type: 'checkbox', label: 'I agree to receive news' }, 'newsletter'],
    [{ type: 'checkbox', label: 'Ich stimme den AGB zu' }, 'terms'],
    [{ label: 'Card number' }, 'cc-number'],
    [{ label: 'Favourite colour' }, null],
  ])('%j: %s', (given, meaning) => {
    expect(meaningOf(field(given))).toBe(meaning);
  });
});
