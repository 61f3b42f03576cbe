import { must, until, type Outside, type Point } from '../outside.js';

const MEGABYTE = 1_048_576;
const ROW = '<tr><td>An item that costs a few dollars</td></tr>\r\n';
const TABLE = `<table>${ROW.repeat((9 * MEGABYTE) / ROW.length)}</table>`;
const LINE = `${'QUJD'.repeat(19)}\r\n`;
const FILE = LINE.repeat((24 * MEGABYTE) / LINE.length);
// Without an id of its own a mail that is handed over again is another one.
const page = (id: number) =>
  `Subject: page\r\nMessage-ID: <page-${id}@sender.test>\r\nContent-Type: text/html\r\n\r\n${TABLE}\r\n`;
const file =
  'Subject: file\r\nMessage-ID: <file@sender.test>\r\nContent-Type: application/pdf; name=a.pdf\r\n' +
  `Content-Transfer-Encoding: base64\r\n\r\n${FILE}`;

/** A list of three pages of 9 MB, and four downloads of 24 MB at once. */
export const largeReads: Point = {
  number: 4,
  title: 'large mail is listed and read',
  see: async (outside) => {
    const { curl, deliver, inbox } = outside;
    const own = await inbox();
    for (const [index, message] of [page(1), page(2), page(3), file].entries()) {
      const from = `127.0.7.${index + 1}`;
      await until(async () => {
        const replies = await deliver(own, message, { from });
        return replies[0]!.startsWith('250');
      }, 'taken');
    }
    await until(() => noneIsPending(outside), 'all are read', 120);
    const pages = await listAll(outside, own.id);
    must(pages.ids.length === 4, `${pages.ids.length} of 4 are listed`);
    must(pages.count >= 3, `${pages.count} pages of 27 MB`);
    const raws = await Promise.all(
      Array.from({ length: 4 }, () => curl('GET', `/v1/emails/${pages.ids[0]}/raw`)),
    );
    for (const { status, text } of raws)
      must(status === 200 && text.length > file.length, `raw: ${status}, ${text.length} bytes`);
    const slowest = Math.max(...raws.map(({ seconds }) => seconds));
    return `4 mails on ${pages.count} pages; 4 × 24 MB at once, ${slowest.toFixed(1)} s`;
  },
};

const noneIsPending = ({ sql }: Outside) =>
  sql(async (client) => {
    const { rows } = await client.query(
      "SELECT FROM emails WHERE parse_status = 'pending' LIMIT 1",
    );
    return rows.length === 0;
  });

async function listAll({ curl }: Outside, inboxId: string) {
  const ids: string[] = [];
  let count = 0;
  for (let cursor: string | null = ''; cursor !== null; count++) {
    const { status, json } = await curl(
      'GET',
      `/v1/inboxes/${inboxId}/emails?limit=100${cursor && `&cursor=${cursor}`}`,
    );
    must(status === 200, `a list answered ${status}`);
    ids.push(...(json.data as { id: string }[]).map(({ id }) => id));
    cursor = json.cursor as string | null;
  }
  return { ids, count };
}
