import type { Random } from './random.js';

/** Commands of the RFCs that the capabilities name, as examples there have them. */
const EXAMPLES: readonly string[] = [
  'CAPABILITY',
  'NOOP',
  'ID ("name" "sodr" "version" "19.34" "os" "BeOS" "os-version" NIL)',
  'ID NIL',
  'ENABLE CONDSTORE X-GOOD-IDEA',
  'SELECT INBOX',
  'SELECT INBOX (CONDSTORE)',
  'SELECT INBOX (QRESYNC (67890007 20050715194045000 41,43:211,214:541))',
  'EXAMINE Spam',
  'CREATE owatagusiam/blurdybloop',
  'DELETE foo/bar',
  'RENAME blurdybloop sarasoop',
  'SUBSCRIBE Sent',
  'UNSUBSCRIBE #news.comp.mail.mime',
  'LIST "" ""',
  'LIST "/usr/staff/jones" ""',
  'LIST (SUBSCRIBED) "" "*"',
  'LIST () "" "%" RETURN (CHILDREN)',
  'LIST (REMOTE) "" "%" RETURN (CHILDREN)',
  'LIST (SUBSCRIBED RECURSIVEMATCH) "" "%"',
  'LIST "" (INBOX "Sp*" "%") RETURN (STATUS (MESSAGES UNSEEN) SPECIAL-USE)',
  'LSUB "#news." "comp.mail.*"',
  'NAMESPACE',
  'STATUS Sent (UIDNEXT MESSAGES)',
  'STATUS INBOX (HIGHESTMODSEQ MAILBOXID SIZE DELETED)',
  'APPEND saved-messages (\\Seen) {10+}\r\n0123456789',
  'APPEND saved-messages "17-Jul-1996 02:44:25 -0700" {310}',
  'MYRIGHTS INBOX',
  'GETACL INBOX',
  'SETACL INBOX David lrswida',
  'CHECK',
  'EXPUNGE',
  'SEARCH RETURN (MIN COUNT) FLAGGED SINCE 1-Feb-1994 NOT FROM "Smith"',
  'SEARCH RETURN () TEXT "string not in mailbox"',
  'SEARCH CHARSET UTF-8 TEXT {12+}\r\n\xd0\xbc\xd0\xb0\xd1\x82\xd1\x8c abcd',
  'SEARCH CHARSET KOI8-R TEXT x',
  'SEARCH MODSEQ "/flags/\\\\draft" all 620162338',
  'SEARCH OR NOT MODSEQ 720162338 LARGER 50000',
  'SEARCH RETURN (SAVE) UNSEEN YOUNGER 259200',
  'UID SEARCH RETURN (ALL COUNT) 5000:5010',
  'UID SEARCH OR SUBJECT x (HEADER Message-ID "" NOT UID 1:*)',
  'FETCH 2:4 (FLAGS BODY[HEADER.FIELDS (DATE FROM)])',
  'FETCH $ (UID RFC822.SIZE)',
  'FETCH 1 (ENVELOPE BODYSTRUCTURE INTERNALDATE)',
  'FETCH 1 BODY.PEEK[HEADER.FIELDS.NOT ("Subject" To)]<10.100>',
  'FETCH 1:* (FLAGS) (CHANGEDSINCE 12345)',
  'FETCH 1 BINARY.PEEK[1]<0.20>',
  'FETCH 1 (BINARY.SIZE[1.2] PREVIEW (LAZY) EMAILID THREADID MODSEQ)',
  'FETCH 1,2:3,* FULL',
  'UID FETCH 1:* (FLAGS BODY[1.2.MIME] BODY[2.HEADER] RFC822.HEADER)',
  'STORE 2:4 +FLAGS (\\Deleted)',
  'UID STORE 6 (UNCHANGEDSINCE 12121230045) +FLAGS.SILENT (\\Deleted)',
  'COPY 2:4 MEETING',
  'MOVE 42:69 foo',
  'UID EXPUNGE 3000:3002',
  'CLOSE',
  'UNSELECT',
  'IDLE\r\nDONE',
  'LOGIN SMITH SESAME',
  'LOGIN {4+}\r\nuser {4+}\r\npass',
  'AUTHENTICATE PLAIN AGFsaWNlAHNlY3JldA==',
  'AUTHENTICATE PLAIN\r\n*',
  'STARTTLS',
  'GETQUOTAROOT INBOX',
];

const FUNCTIONS: Readonly<Record<string, (random: Random, depth: number) => string>> = {
  number: (random) => random.pick(['0', '1', '2', '7', '4294967295', '4294967296', '9'.repeat(25)]),
  set: (random) =>
    Array.from({ length: 1 + random.below(3) }, () =>
      random.pick(['1', '1:*', '*', '3:1', '$', '*:*', '2:4294967295', '', ':']),
    ).join(','),
  string: (random) =>
    random.pick([
      'a',
      '""',
      '"a b"',
      '"\\"\\\\"',
      '{3+}\r\na\nb',
      '{0+}\r\n',
      '{2}\r\nab',
      '"{5}"',
      'NIL',
      '~{1+}\r\n\0',
      '"\xc3\xa9"',
    ]),
  date: (random) => random.pick(['1-Feb-1994', '"31-Dec-2026"', '30-Feb-2000', '1-1-1']),
  section: (random) =>
    `${random.pick(['', '1', '1.2.3', '0', '1.'])}${random.pick(['', 'TEXT', 'HEADER', '.MIME', 'HEADER.FIELDS (A "b")', 'HEADER.FIELDS ()'])}`,
  item: (random) =>
    random.pick([
      'FLAGS',
      'UID',
      'ENVELOPE',
      'BODY',
      'BODYSTRUCTURE',
      'RFC822',
      'PREVIEW',
      'BODY[<section>]',
      'BODY.PEEK[<section>]<<number>.<number>>',
      'BINARY[<section>]',
      'BINARY.SIZE[<section>]',
      'MODSEQ',
      'NOTHING',
    ]),
  items: (random) => random.pick(['<item>', '(<item> <item>)', '(<item> (<item>))', 'ALL', '()']),
  key: (random, depth) =>
    depth > 6
      ? 'ALL'
      : random.pick([
          'ALL',
          'SEEN',
          'NOT <key>',
          'OR <key> <key>',
          '(<key> <key>)',
          '<set>',
          'UID <set>',
          'SUBJECT <string>',
          'HEADER <string> <string>',
          'SINCE <date>',
          'LARGER <number>',
          'MODSEQ <number>',
          'KEYWORD <string>',
          'YOUNGER <number>',
          'EMAILID <string>',
          'BODY <string>',
          '$',
          'FUZZY',
        ]),
  mailbox: (random) => random.pick(['INBOX', 'Spam', '"sent"', '<string>', '&AOk-', '%']),
  pattern: (random) => random.pick(['*', '%', '"*%*%*"', 'I*', '<string>', '("*" %)']),
};

const SHAPES: readonly string[] = [
  'FETCH <set> <items>',
  'UID FETCH <set> <items> (CHANGEDSINCE <number>)',
  'SEARCH <key> <key>',
  'UID SEARCH RETURN (MIN MAX ALL COUNT SAVE) <key>',
  'SEARCH CHARSET <string> <key>',
  'LIST <string> <pattern> RETURN (STATUS (MESSAGES) SUBSCRIBED)',
  'LIST (SUBSCRIBED) <mailbox> <pattern>',
  'STATUS <mailbox> (MESSAGES <string>)',
  'SELECT <mailbox>',
  'ID (<string> <string>)',
  'LOGIN <string> <string>',
  'STORE <set> FLAGS <string>',
];

const STRANGE = [
  '(',
  ')',
  '{',
  '}',
  '{3}',
  '{3+}',
  '"',
  '\\',
  '%',
  '*',
  '[',
  ']',
  '<',
  '>',
  '$',
  ' ',
  '\r',
  '\n',
  '\0',
  '\xff',
  '\x7f',
  'NIL',
  '4294967296',
];

function filled(random: Random, shape: string, depth = 0): string {
  return shape.replace(/<([a-z]+)>/g, (_all, name: string) =>
    filled(random, FUNCTIONS[name]!(random, depth), depth + 1),
  );
}

function mutated(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  const end = Math.min(text.length, at + random.below(6));
  switch (random.below(5)) {
    case 0:
      return text.slice(0, at) + random.pick(STRANGE) + text.slice(at);
    case 1:
      return text.slice(0, at) + text.slice(end);
    case 2:
      return text.slice(0, at) + text.slice(at, end).repeat(1 + random.below(40)) + text.slice(end);
    case 3:
      return text.slice(0, at) + String.fromCharCode(random.below(256)) + text.slice(at + 1);
    default:
      return text.slice(0, at);
  }
}

// What announces more would swallow the commands behind it, which is no finding.
const tamed = (text: string): string =>
  text.replace(/\{(\d+)(\+?)\}(?=\r?\n|$)/g, (_all, count: string, plus: string) =>
    count.length > 6 ? `{${count}}` : `{${Number(count) % 100}${plus}}`,
  );

/** The next command with its tag and line end, one character a byte: half of them are no IMAP. */
export function nextCommand(random: Random, tag: string): string {
  let text = random.chance(0.4) ? random.pick(EXAMPLES) : filled(random, random.pick(SHAPES));
  while (random.chance(0.4)) text = mutated(random, text);
  const line = random.chance(0.02) ? mutated(random, `${tag} ${text}`) : `${tag} ${text}`;
  return `${tamed(line)}\r\n`;
}
