import { must, until, withOwn, type Outside, type Point } from '../outside.js';
import { serve } from '../programs.js';

const RECORDS = {
  'watching.example': 'v=spf1 -all',
  '_dmarc.watching.example': 'v=DMARC1; p=none',
  'strict.example': 'v=spf1 -all',
  '_dmarc.strict.example': 'v=DMARC1; p=reject',
};

/** Forged mail of a domain that only watches, and of one that does not; the resolver is one of Python's. */
export const dmarc: Point = {
  number: 26,
  title: 'a policy of p=none is no failure',
  see: async () => {
    const resolver = await serve('doh.py', [JSON.stringify(RECORDS)]);
    try {
      const settings = { DOH_URL: `http://127.0.0.1:${resolver.port}/dns-query` };
      return await withOwn(settings, async (own) => {
        const [watching, strict] = [
          await verdictOf(own, 'watching'),
          await verdictOf(own, 'strict'),
        ];
        must(watching !== 'fail', `p=none: ${watching}`);
        must(strict === 'fail', `p=reject: ${strict}`);
        return `p=none: ${watching}; p=reject: ${strict}`;
      });
    } finally {
      await resolver.stop();
    }
  },
};

async function verdictOf({ curl, deliver, inbox }: Outside, name: string): Promise<string> {
  const sender = `a@${name}.example`;
  const message = `From: ${sender}\r\nSubject: forged\r\n\r\nHi\r\n`;
  const [reply] = await deliver(await inbox(), message, { sender });
  const id = /eml_\w+/.exec(reply!)?.[0];
  must(id !== undefined, `answered ${reply}`);
  return until(async () => {
    const { json } = await curl('GET', `/v1/emails/${id}`);
    const verdict = json.auth?.verdict as string | undefined;
    return verdict !== undefined && verdict !== 'unknown' && verdict;
  }, `a verdict on ${sender}`);
}
