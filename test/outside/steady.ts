import { availableParallelism, loadavg } from 'node:os';
import type { RunningService } from '../e2e/installation.js';
import { must, type Inbox } from './outside.js';
import { python } from './programs.js';

/** What became of small mail that was handed over one after the other. */
export interface SmallMail {
  readonly sent: number;
  /** Answered by something else than 250. */
  readonly refused: number;
  /** Seconds. */
  readonly slowest: number;
}

// Another host than those that storm.
const CALM = '127.0.0.9';
const PAUSE = '0.2';

/** Small mail by Python's smtplib for so many seconds. */
export async function steadily(
  { smtp }: RunningService,
  { address }: Inbox,
  seconds: number,
): Promise<SmallMail> {
  const given = [smtp.host, String(smtp.port), CALM, address, String(seconds), PAUSE];
  const mails = (await python('steady.py', given))
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number) as [code: number, seconds: number]);
  return {
    sent: mails.length,
    refused: mails.filter(([code]) => code !== 250).length,
    slowest: Math.max(...mails.map(([, taken]) => taken)),
  };
}

/** How many times longer all takes, as others keep the machine busy; 1 where nobody does. */
export const slowdown = (): number => Math.max(1, loadavg()[0]! / availableParallelism());

/** @throws Error where any was refused, or took over a second; longer on a busy machine */
export function mustBeServed(small: SmallMail): void {
  must(small.refused === 0 && small.slowest <= slowdown(), figuresOf(small));
}

/** In words. */
export const figuresOf = ({ sent, refused, slowest }: SmallMail): string =>
  `${sent} small mails, ${refused} refused, slowest ${slowest.toFixed(2)} s`;
