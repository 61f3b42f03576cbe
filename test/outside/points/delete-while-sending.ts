import { must, until, type Point } from '../outside.js';

/** A mail is deleted while its server has it and does not answer. */
export const deleteWhileSending: Point = {
  number: 15,
  title: 'a mail that is being sent is not deleted',
  see: async ({ curl, inbox, sink }) => {
    sink.script({ dot: { after: 6_000, extra: '250 2.0.0 Taken' } });
    const { id: inboxId } = await inbox();
    const asked = curl('POST', `/v1/inboxes/${inboxId}/send`, {
      json: { to: 'slow@example.com', subject: 'slow', text: 'Hi' },
    });
    const id = await until(async () => {
      const { json } = await curl(
        'GET',
        `/v1/inboxes/${inboxId}/emails?direction=outbound&status=sending`,
      );
      return (json.data[0]?.id as string | undefined) ?? false;
    }, 'sending');
    const path = `/v1/emails/${id}`;
    const { status } = await curl('DELETE', path);
    must(status === 409, `answered ${status}`);
    await asked;
    await until(async () => (await curl('GET', path)).json.status === 'sent', 'sent');
    sink.script({});
    return 'DELETE 409, then sent';
  },
};
