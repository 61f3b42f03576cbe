import { pino, type Logger } from 'pino';

/** The one structured logger. Children carry what their lines are about. */
export type Log = Logger;

// Names under which a secret could reach a log line, at the top or one level down.
const SECRET_NAMES = [
  'authorization',
  'api_key',
  'apiKey',
  'password',
  'imap_password',
  'secret',
  'token',
  'masterKey',
  'sealed',
  'raw',
  'text_body',
  'html_body',
];
const REDACTED = [
  ...SECRET_NAMES,
  ...SECRET_NAMES.map((name) => `*.${name}`),
  '*.headers["x-api-key"]',
  '*.headers.authorization',
];

/** JSON lines on standard output, secrets blanked. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACTED, censor: '[redacted]' },
  });
}
