// Every capability is complete for reading; docs/imap.md has the RFC of each.
const ALWAYS = 'IMAP4rev1 IMAP4rev2 LITERAL- ID ENABLE';
const BEFORE_SIGN_IN = 'AUTH=PLAIN SASL-IR';
const SIGNED_IN =
  'IDLE NAMESPACE CHILDREN SPECIAL-USE LIST-EXTENDED LIST-STATUS STATUS=SIZE UNSELECT ESEARCH ' +
  'SEARCHRES WITHIN BINARY CONDSTORE OBJECTID PREVIEW ACL RIGHTS=kxte';

/** What is announced: all of it, but for the ways to sign in to who is signed in. */
export const capabilities = (isSignedIn: boolean): string =>
  [ALWAYS, ...(isSignedIn ? [] : [BEFORE_SIGN_IN]), SIGNED_IN].join(' ');

/** What ENABLE can switch on (RFC 5161), as it is told back. */
export const ENABLABLE = ['CONDSTORE', 'IMAP4rev2'] as const;
/** One of them. */
export type Enablable = (typeof ENABLABLE)[number];
