import { must, until, type Point } from '../outside.js';

const LINE = 'x'.repeat(1_048_576);

/** A line of 1 MB in DATA. */
export const longLine: Point = {
  number: 12,
  title: 'a line of 1 MB is stored as it came',
  see: async ({ curl, deliver, inbox }) => {
    const own = await inbox();
    const [reply] = await deliver(own, `Subject: long\r\n\r\n${LINE}\r\n`);
    const id = /eml_\w+/.exec(reply!)?.[0];
    must(id !== undefined, `answered ${reply}`);
    const raw = await until(async () => {
      const { status, text } = await curl('GET', `/v1/emails/${id}/raw`);
      return status === 200 && text;
    }, 'there');
    must(raw.includes(`\r\n${LINE}\r\n`), 'the line is another one');
    return '250, and the same bytes from /raw';
  },
};
