import { describe, expect, it } from '@jest/globals';
import { makePassword } from '../../src/skills/passwords.js';
import { isAboutPassword, wishesAfter } from '../../src/skills/refusals.js';

const ANY = { minLength: null, maxLength: null, pattern: null, passwordRules: null };
const next = (...said: string[]) => makePassword(wishesAfter(said, ANY, said.length)!);

describe('What a site says of a password that it refused', () => {
  it.each([
    ['Password must be at least 24 characters', /^[a-z\d]{24}$/i],
    ['Passwords are 8-12 characters, letters and digits only.', /^[a-z\d]{12}$/i],
    ['Your password is too long (maximum is 10 characters)', /^[a-z\d]{10}$/i],
    ['Use a symbol, such as !@#', /^(?=.*[!@#])[a-z\d!@#]{20}$/i],
    ['The password cannot contain special characters', /^[a-z\d]{20}$/i],
    ['Das Passwort braucht mindestens 30 Zeichen und ein Sonderzeichen', /^(?=.*\W).{30}$/],
    ['Keine Sonderzeichen erlaubt', /^[a-z\d]{20}$/i],
    ['Le mot de passe doit contenir au plus 14 caractères', /^[a-z\d]{14}$/i],
    ['La contraseña debe tener como máximo 15 caracteres', /^[a-z\d]{15}$/i],
    ['La password deve contenere al massimo 11 caratteri', /^[a-z\d]{11}$/i],
    ['A senha deve ter entre 8 e 13 caracteres', /^[a-z\d]{13}$/i],
    ['Het wachtwoord mag maximaal 16 tekens hebben', /^[a-z\d]{16}$/i],
    ['Hasło może mieć najwyżej 18 znaków', /^[a-z\d]{18}$/i],
    ['Şifre en fazla 12 karakter olabilir', /^[a-z\d]{12}$/i],
    ['Пароль должен быть не более 10 символов', /^[a-z\d]{10}$/i],
    ['パスワードは8文字以上16文字以下で入力してください', /^[a-z\d]{16}$/i],
    ['密码最多12位', /^[a-z\d]{12}$/i],
  ])('%s', (said, pattern) => {
    expect(isAboutPassword(said) || /symbol|Sonderzeichen/.test(said)).toBe(true);
    for (let count = 0; count < 10; count++) expect(next(said)).toMatch(pattern);
  });

  it('counts together', () => {
    expect(next('At least 26 characters', 'One symbol, please')).toMatch(/^(?=.*\W).{26}$/);
  });

  it('is guessed where it says nothing, as often as there are guesses', () => {
    expect(next('This password is not allowed')).toMatch(/^[a-z\d]{16}$/i);
    expect(next('Not allowed', 'Not allowed')).toMatch(/^(?=.*!)[a-z\d!]{12}$/i);
    expect(wishesAfter(['No', 'No', 'No'], ANY, 3)).toBeNull();
  });
});
