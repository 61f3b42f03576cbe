import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import nodemailer from 'nodemailer';
import { readConfig, type Config } from '../src/config.js';

// `npm run demo`: an inbox, a sign-up mail over SMTP, and the code that /otp answers, against the
// running service or one that is started for it.

const START_TIMEOUT_MS = 180_000;
const LOOK_EVERY_MS = 200;

const say = (line: string) => process.stdout.write(`${line}\n`);

const config = readConfig(process.env);
const base = config.PUBLIC_URL ?? `http://${config.HTTP_HOST}:${config.HTTP_PORT}`;

async function isUp(): Promise<boolean> {
  try {
    return (await fetch(`${base}/health/ready`)).ok;
  } catch {
    return false;
  }
}

/** Starts the service unless it runs; answers the process to be ended afterwards. */
async function ensureService(): Promise<ChildProcess | null> {
  if (await isUp()) return null;
  say(`Nothing answers at ${base}: starting a service for the demo.`);
  const main = fileURLToPath(new URL('../service/main.js', import.meta.url));
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'warn' },
  });
  for (const end = Date.now() + START_TIMEOUT_MS; !(await isUp());) {
    if (child.exitCode !== null || Date.now() > end) throw new Error('the service did not start');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return child;
}

async function call<T>(key: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${base}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as T & { error?: string };
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer.error}`);
  return answer;
}

async function sendSignUpMail({ SMTP_HOST, SMTP_PORT }: Config, to: string): Promise<string> {
  const code = String(Math.floor(100_000 + Math.random() * 900_000));
  const transport = nodemailer.createTransport({ host: SMTP_HOST, port: SMTP_PORT });
  await transport.sendMail({
    from: '"Northwind" <no-reply@northwind.example>',
    to,
    subject: 'Confirm your e-mail address',
    text: `Welcome to Northwind!\n\nYour verification code is ${code}\n\nIt is valid for 10 minutes.`,
    html: `<h1>Welcome to Northwind!</h1><p>Your verification code is</p><p><b>${code}</b></p><p>It is valid for 10 minutes.</p>`,
  });
  transport.close();
  return code;
}

async function demo(): Promise<void> {
  const key = (await readFile(join(config.DATA_DIR, 'api-key'), 'utf8')).trim();
  const inbox = await call<{ id: string; address: string }>(key, '/v1/inboxes', {});
  say(`inbox      ${inbox.address}`);

  const answer = call<{ code: string; expires: string }>(
    key,
    `/v1/inboxes/${inbox.id}/otp?timeout=30`,
  ).then((otp) => ({ otp, at: performance.now() }));
  const sent = await sendSignUpMail(config, inbox.address);
  const accepted = performance.now();
  say(`mail sent  with code ${sent}, by SMTP to ${config.SMTP_HOST}:${config.SMTP_PORT}`);

  const { otp, at } = await answer;
  const milliseconds = Math.max(0, at - accepted).toFixed(1);
  say(
    `/otp       ${otp.code}, ${milliseconds} ms after the mail was accepted; ends ${otp.expires}`,
  );
  if (otp.code !== sent) throw new Error('that is not the code that was sent');
}

const started = await ensureService();
try {
  await demo();
} catch (error) {
  say(`The demo failed: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  started?.kill('SIGTERM');
}
