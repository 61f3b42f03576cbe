import { describe, expect, it } from '@jest/globals';
import { analyse } from '../../src/mail/reading/analyse.js';

const RECEIVED_AT = new Date('2026-11-20T10:00:00Z');

/** What two codes of one mail are called: one proves the reader, the other one his new device. */
const LABELS: Readonly<Record<string, readonly [string, string]>> = {
  en: ['Verification code', 'Confirmation code for your new device'],
  de: ['Bestätigungscode', 'Verifizierungscode für Ihr neues Gerät'],
  fr: ['Code de vérification', 'Code de validation pour votre nouvel appareil'],
  es: ['Código de verificación', 'Código para tu nuevo dispositivo'],
  pt: ['Código de verificação', 'Código do novo dispositivo'],
  it: ['Codice di verifica', 'Codice per il nuovo dispositivo'],
  nl: ['Verificatiecode', 'Code voor je nieuwe apparaat'],
  pl: ['Kod weryfikacyjny', 'Kod dla nowego urządzenia'],
  tr: ['Doğrulama kodu', 'Yeni cihazınız için kod'],
  ru: ['Код подтверждения', 'Код для нового устройства'],
  uk: ['Код підтвердження', 'Код для нового пристрою'],
  ja: ['確認コード', '新しい端末の認証コード'],
  ko: ['인증 코드', '새 기기 인증 코드'],
  'zh-Hans': ['您的验证码', '新设备验证码'],
  'zh-Hant': ['您的驗證碼', '新裝置驗證碼'],
  ar: ['رمز التحقق', 'رمز الجهاز الجديد'],
  he: ['קוד אימות', 'קוד למכשיר החדש'],
  hi: ['सत्यापन कोड', 'नए डिवाइस का कोड'],
  vi: ['Mã xác minh', 'Mã cho thiết bị mới'],
  th: ['รหัสยืนยัน', 'รหัสสำหรับอุปกรณ์ใหม่'],
  id: ['Kode verifikasi', 'Kode untuk perangkat baru'],
  sv: ['Verifieringskod', 'Kod för din nya enhet'],
};

type Line = readonly [label: string, code: string];

const LAYOUTS: Readonly<Record<string, (lines: readonly Line[]) => readonly [string, string]>> = {
  lines: (lines) => ['plain', lines.map(([label, code]) => `${label}: ${code}`).join('\r\n')],
  'a list with points': (lines) => [
    'plain',
    lines.map(([label, code]) => `${label} ........ ${code}`).join('\r\n'),
  ],
  'a table': (lines) => [
    'html',
    `<table>${lines.map(([label, code]) => `<tr><td>${label}</td><td>${code}</td></tr>`).join('')}</table>`,
  ],
};

function codesOf([type, body]: readonly [string, string]): readonly string[] {
  const raw = Buffer.from(
    [
      'From: Northwind <no-reply@northwind.example>',
      'Subject: Northwind',
      `Content-Type: text/${type}; charset=utf-8`,
      'Date: Fri, 20 Nov 2026 10:00:00 +0000',
      '',
      body,
    ].join('\r\n'),
  );
  return analyse(raw, { receivedAt: RECEIVED_AT }).otpCodes;
}

describe.each(Object.entries(LABELS))('two codes in %s', (_, [first, second]) => {
  it.each(Object.entries(LAYOUTS))('are both found, the first one first, in %s', (_, put) => {
    // Six digits are the likelier code, but do not stand first.
    const body = put([
      [first, '4173'],
      [second, '905264'],
    ]);
    expect(codesOf(body)).toEqual(['4173', '905264']);
  });
});

describe('a second number', () => {
  it.each([
    ['Codice di attivazione: 137560.\r\n\r\nCodice meccanografico dell’istituto: 30477'],
    ['Verification code: 137560\r\n\r\n1600 Lagoon Parkway, Mountain View, CA 94043, USA'],
    ['Verification code: 137560\r\n\r\nThe error was 0x80070005.'],
    ['確認番号: 137560\r\n確認番号は2026年7月9日 0時00分（日本標準時）まで有効です。'],
  ])('is none in %j', (body) => {
    expect(codesOf(['plain', body])).toEqual(['137560']);
  });
});
