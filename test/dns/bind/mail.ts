import assert from 'node:assert/strict';
import { Resolver } from 'node:dns/promises';
import { join } from 'node:path';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { createInbox } from '../../e2e/mail.js';
import { MAIL_DOMAIN, OWN, type Scene } from './scene.js';
import { HERE, runWith, type OtherReaders } from './tools.js';

/** Whether a mail has a signature that holds; everything but `pass` says that it has none. */
type Verifier = (raw: Buffer) => Promise<string>;

const verifiersOf = ({ port }: Scene, { python, goMsgauth }: OtherReaders) => {
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${port}`]);
  return {
    dkimpy: (raw) => runWith(raw, python, join(HERE, 'verify_dkim.py'), String(port)),
    'go-msgauth': (raw) => runWith(raw, goMsgauth, String(port)),
    async mailauth(raw) {
      const { results } = await dkimVerify(raw, {
        resolver: (name) => resolver.resolveTxt(name),
      });
      return results.map(({ status }) => status.result).join(' ');
    },
  } satisfies Record<string, Verifier>;
};

const MAIL = {
  to: ['somebody@elsewhere.example', 'Jörg Müller <joerg@elsewhere.example>'],
  subject:
    'Grüße, and a subject that is long enough to be folded over more than one line of the head',
  text: 'Hello  \r\n\ttwo  blanks\r\n\r\n.\r\n..dots\r\nüber\r\n\r\n\r\n',
  html: '<p>Hello <b>there</b></p>',
  attachments: [
    {
      filename: 'daten.txt',
      content: Buffer.from('a\n\n\n').toString('base64'),
      content_type: 'text/plain',
    },
  ],
};

/** What somebody on the way might do. */
const FORGERIES: Readonly<Record<string, (raw: string) => string>> = {
  'a second From above': (raw) => raw.replace('\r\nFrom: ', '\r\nFrom: ceo@bank.example\r\nFrom: '),
  'a second From below': (raw) => raw.replace('\r\n\r\n', '\r\nFrom: ceo@bank.example\r\n\r\n'),
  'another From': (raw) => raw.replace(/\r\nFrom: [^\r]+/, '\r\nFrom: ceo@bank.example'),
  'another Subject': (raw) => raw.replace('\r\nSubject: ', '\r\nSubject: No '),
  'a second Reply-To': (raw) => raw.replace('\r\n\r\n', '\r\nReply-To: x@bank.example\r\n\r\n'),
  'another body': (raw) => raw.replace('Hello', 'Hallo'),
  'more body': (raw) => `${raw}more\r\n`,
};

/** Mail of both domains passes everywhere, and none that was changed does. */
export async function checkMail(scene: Scene, readers: OtherReaders): Promise<void> {
  const verifiers = Object.entries<Verifier>(verifiersOf(scene, readers));
  for (const domain of [OWN, MAIL_DOMAIN]) {
    const raw = await sentMail(scene, domain);
    assert.match(
      raw.toString('latin1'),
      new RegExp(`^DKIM-Signature: [^;]+;[^;]+;[^;]+; d=${domain};`),
    );
    for (const [name, verify] of verifiers)
      assert.equal(await verify(raw), 'pass', `${name}, mail of ${domain}`);
    for (const [what, forge] of Object.entries(FORGERIES)) {
      const forged = Buffer.from(forge(raw.toString('latin1')), 'latin1');
      assert.notDeepEqual(forged, raw, what);
      for (const [name, verify] of verifiers)
        assert.match(await verify(forged), /^(fail|neutral)/, `${name}, ${what}`);
    }
  }
}

/** The bytes of a mail as it left. */
async function sentMail({ client }: Scene, domain: string): Promise<Buffer> {
  const given = domain === OWN ? { local_part: 'agent', domain } : {};
  const inbox = await createInbox(client, given);
  const sent = await client.read<{ email_id: string; status: string }>(
    `/v1/inboxes/${inbox.id}/send`,
    MAIL,
  );
  assert.equal(sent.status, 'sent');
  return client.download(`/v1/emails/${sent.email_id}/raw`);
}
