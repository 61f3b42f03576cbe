import { must, until, type Point } from '../outside.js';

const ADDRESS = 'gone@example.com';

/** An address is suppressed between the request and the moment a mail leaves. */
export const lateSuppression: Point = {
  number: 17,
  title: 'a suppression binds when a scheduled mail leaves',
  see: async ({ curl, inbox, sink }) => {
    const { id } = await inbox();
    const { json } = await curl('POST', `/v1/inboxes/${id}/send`, {
      json: {
        ...{ to: ADDRESS, subject: 'later', text: 'Hi' },
        send_at: new Date(Date.now() + 4_000).toISOString(),
      },
    });
    const suppressed = await curl('POST', '/v1/suppressions', { json: { address: ADDRESS } });
    must(suppressed.status === 201, `a suppression answered ${suppressed.status}`);
    const found = await until(async () => {
      const { json: email, text } = await curl('GET', `/v1/emails/${json.id as string}`);
      return email.status === 'failed' && text;
    }, 'failed');
    must(/suppress/.test(found), 'the reason does not say so');
    must(!sink.mails.some(({ to }) => to.includes(ADDRESS)), 'it left');
    return 'failed with the reason, nothing left';
  },
};
