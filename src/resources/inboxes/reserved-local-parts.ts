/**
 * Local parts that nobody may have on the service's own domain, written without separators.
 *
 * Mailbox names of RFC 2142, names certificate authorities write to for domain control (CA/Browser
 * Forum Baseline Requirements, section 3.2.2.4.4), and names that people take for the operator.
 */
const RESERVED: ReadonlySet<string> = new Set([
  'postmaster',
  'hostmaster',
  'webmaster',
  'mailmaster',
  'abuse',
  'noc',
  'security',
  'admin',
  'administrator',
  'sysadmin',
  'sysadministrator',
  'superuser',
  'root',
  'ssl',
  'ssladmin',
  'ssladministrator',
  'sslwebmaster',
  'tlsadmin',
  'certadmin',
  'dnsadmin',
  'dmarc',
  'tlsrpt',
  'mailerdaemon',
  'maildaemon',
  'daemon',
  'nobody',
  'noreply',
  'noresponse',
  'donotreply',
  'dontreply',
  'bounce',
  'bounces',
  'usenet',
  'uucp',
  'ftp',
]);

/** Reserved names that every installation receives mail under (RFC 5321 section 4.5.1, RFC 2142). */
export const SYSTEM_LOCAL_PARTS = ['postmaster', 'abuse'] as const;

/** Whether `localPart`, however its words are separated, is one of the reserved names. */
export const isReserved = (localPart: string): boolean =>
  RESERVED.has(localPart.replaceAll(/[._-]/g, ''));
