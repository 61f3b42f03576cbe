import { afterEach, describe, expect, it } from '@jest/globals';
import { closeFixtures, startFixture } from './fixture.js';

afterEach(closeFixtures);

const MAIL =
  'From: Ann <ann@sender.test>\r\nTo: in@restante.test\r\nSubject: Your code\r\n' +
  'Date: Thu, 26 Nov 2026 09:00:00 +0000\r\nMessage-ID: <1@sender.test>\r\n' +
  'Content-Type: text/plain\r\n\r\nYour code is 123456\r\n';
const FIELDS =
  'From To Cc Bcc Subject Date Message-ID Priority X-Priority References Newsgroups In-Reply-To ' +
  'Content-Type Reply-To';

// What Thunderbird says when an account is opened, a mail is read and marked, and the program is left.
const DIALOGUE: readonly (readonly [command: string, answer: RegExp])[] = [
  ['authenticate PLAIN AGluQHJlc3RhbnRlLnRlc3QAc2VjcmV0', /^OK \[CAPABILITY .* IDLE /],
  ['ID ("name" "Thunderbird" "version" "140.0")', /^\* ID \("name" "Restante"\)/],
  ['namespace', /NAMESPACE \(\("" "\/"\)\) NIL NIL/],
  ['list (subscribed) "" "*" return (special-use)', /\\Subscribed \\Junk\) "\/" Spam/],
  ['lsub "" "*"', /LSUB \(\\HasNoChildren\) "\/" INBOX/],
  ['list "" "INBOX"', /LIST \(\\HasNoChildren\) "\/" INBOX/],
  ['select "INBOX" (CONDSTORE)', /OK \[READ-ONLY\]/],
  ['getquotaroot "INBOX"', /^BAD /],
  ['myrights "INBOX"', /\* MYRIGHTS INBOX lr/],
  ['UID fetch 1:* (FLAGS)', /\* 1 FETCH \(UID 1 FLAGS \(\)\)/],
  [
    `UID fetch 1 (UID RFC822.SIZE FLAGS BODY.PEEK[HEADER.FIELDS (${FIELDS})])`,
    /BODY\[HEADER\.FIELDS \(From To .*\)\] \{167\}/,
  ],
  ['UID fetch 1 (UID RFC822.SIZE BODY.PEEK[])', /Your code is 123456/],
  ['noop', /^OK /],
  ['UID fetch 1:* (FLAGS) (CHANGEDSINCE 2)', /^OK /],
  ['uid store 1 +Flags (\\Seen)', /^NO \[NOPERM\]/],
  ['STATUS "Spam" (UIDNEXT MESSAGES UNSEEN RECENT)', /UIDNEXT 1 MESSAGES 0 UNSEEN 0 RECENT 0/],
  ['create "Archives"', /^NO \[NOPERM\]/],
  ['close', /^OK /],
  ['logout', /^\* BYE /],
];

describe('Thunderbird', () => {
  it('is answered as it expects', async () => {
    const fixture = await startFixture();
    fixture.inbox.inbox.add(MAIL);
    const client = await fixture.client();
    for (const [command, answer] of DIALOGUE)
      expect((await client.command(command)).join('\r\n')).toMatch(answer);
  });
});
