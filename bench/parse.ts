import { simpleParser } from 'mailparser';
import { analyse } from '../src/mail/reading/analyse.js';
import type { Bench, Figure } from './figures.js';
import { hostileFigures } from './parse-hostile.js';
import { sampleMails, type SampleMail } from './parse-mails.js';

/** Mails a second of operations, section 4, by size. */
const GOALS: Readonly<Record<string, number>> = { '1.25 KB': 5_000, '10 KB': 1_800, '68 KB': 350 };
/** Of mailparser alone. */
const RATIO = 0.5;
const ROUNDS = 5;
/** Before that, the compiler is measured rather than what it compiles. */
const WARM_UP_MS = 3_000;
const RECEIVED_AT = new Date('2026-11-20T10:00:03Z');
const PLAIN = {
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipImageLinks: true,
  skipTextLinks: true,
};

/** The whole analysis on one thread, and mailparser alone in turn with it. */
export const parse: Bench = async ({ full }) => {
  const figures: Figure[] = [];
  for (const mail of sampleMails()) figures.push(...(await compare(mail, full ? 2_000 : 400)));
  figures.push(...hostileFigures(full));
  return {
    figures,
    notes: [
      'one thread, warmed up; the best of five rounds of each, in turn; ratios are of CPU time',
      'hostile: the worst of all baits of a part; × is how much longer twice the length takes, over two doublings',
    ],
  };
};

async function compare(mail: SampleMail, roundMs: number): Promise<Figure[]> {
  check(mail);
  const analysis = new Best(() => analyse(mail.raw, { receivedAt: RECEIVED_AT }));
  const mailparser = new Best(() => simpleParser(mail.raw, PLAIN));
  await analysis.warmUp();
  await mailparser.warmUp();
  for (let round = 0; round < ROUNDS; round++) {
    await analysis.measure(roundMs);
    await mailparser.measure(roundMs);
  }
  const goal = GOALS[mail.what] ?? 0;
  const ratio = mailparser.cpuMs / analysis.cpuMs;
  const met = analysis.perSecond >= goal && ratio >= RATIO;
  return [
    { what: `mailparser, ${mail.what}`, unit: 'mails/s', ...mailparser.figures() },
    {
      what: `analysis, ${mail.what}`,
      unit: 'mails/s',
      ...analysis.figures(),
      ratio,
      goal: { text: `≥ ${goal} and ${RATIO} ×`, met },
    },
  ];
}

interface Round {
  readonly perSecond: number;
  /** Of all threads of this process. */
  readonly cpuMs: number;
  readonly n: number;
}

/** The best of several rounds of an operation: what else the machine did meanwhile only makes them worse. */
class Best {
  perSecond = 0;
  cpuMs = Infinity;
  private n = 0;

  constructor(private readonly operation: () => unknown) {}

  async warmUp(): Promise<void> {
    await measure(this.operation, WARM_UP_MS);
  }

  async measure(forMs: number): Promise<void> {
    const { perSecond, cpuMs, n } = await measure(this.operation, forMs);
    this.perSecond = Math.max(this.perSecond, perSecond);
    this.cpuMs = Math.min(this.cpuMs, cpuMs);
    this.n += n;
  }

  figures() {
    return { value: this.perSecond, cpuMs: this.cpuMs, n: this.n };
  }
}

function check({ what, raw, code }: SampleMail): void {
  const { otpCodes } = analyse(raw, { receivedAt: RECEIVED_AT });
  if (otpCodes[0] !== code) throw new Error(`${what}: read ${otpCodes[0]}, not ${code}`);
}

/** Operations one after the other. */
async function measure(operation: () => unknown, forMs: number): Promise<Round> {
  const start = performance.now();
  const cpuBefore = process.cpuUsage();
  let n = 0;
  while (performance.now() - start < forMs) {
    for (let i = 0; i < 10; i++) await operation();
    n += 10;
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    n,
    perSecond: (n / (performance.now() - start)) * 1_000,
    cpuMs: (user + system) / 1_000 / n,
  };
}
