/** Where the parts of a running service are. */
export interface Addresses {
  readonly rest: string | null;
  readonly smtp: { readonly host: string; readonly port: number } | null;
  /** `certFile` where nobody signed its certificate. */
  readonly imap: {
    readonly host: string;
    readonly port: number;
    readonly certFile: string | null;
  } | null;
  readonly dns: { readonly host: string; readonly port: number } | null;
  /** `host:port` for Temporal's own command line. */
  readonly temporal: string | null;
  readonly temporalUi: string | null;
  readonly metrics: string;
  /** Where mail for others goes that no organization sends by a provider of its own. */
  readonly mailOut: string;
}

/** The key of an organization that was just made, and the file that keeps it. */
export interface FirstKey {
  readonly apiKey: string;
  readonly keptIn: string;
}

/** What the first start prints: the key, once, and a first example to copy. */
export function firstWelcome({ apiKey, keptIn }: FirstKey, addresses: Addresses): string {
  const rest = addresses.rest ?? 'http://127.0.0.1:3000';
  return `
  Restante is ready. The API key of the first organization, shown once and kept in ${keptIn}:

    ${apiKey}

${addressLines(addresses)}

  A first inbox and code:

    export KEY=${apiKey}
    curl -sX POST ${rest}/v1/inboxes -H "X-API-Key: $KEY" -H 'Content-Type: application/json' -d '{"name":"first"}'
    # send a mail to the "address" it answered, to ${addresses.smtp?.host}:${addresses.smtp?.port}, then with its "id":
    curl -s "${rest}/v1/inboxes/<id>/otp?timeout=60" -H "X-API-Key: $KEY"
${imapExample(addresses.imap)}
  Or let "npm run demo" do all three.
`;
}

function imapExample(imap: Addresses['imap']): string {
  if (!imap) return '';
  const trust = imap.certFile === null ? '' : ` --cacert ${imap.certFile}`;
  return `    # the same mail over IMAP, with its "imap_username" and "imap_password":
    curl -s${trust} -u '<imap_username>:<imap_password>' 'imaps://${imap.host}:${imap.port}/INBOX;MAILINDEX=1'
`;
}

/** What every later start prints. */
export const laterWelcome = (addresses: Addresses): string =>
  `\n  Restante is ready.\n\n${addressLines(addresses)}\n`;

function addressLines({
  rest,
  smtp,
  imap,
  dns,
  temporal,
  temporalUi,
  metrics,
  mailOut,
}: Addresses): string {
  const lines: [string, string | null][] = [
    ['REST', rest && `${rest}  (reference: ${rest}/docs)`],
    ['SMTP', smtp && `${smtp.host}:${smtp.port}`],
    ['IMAP', imap && `imaps://${imap.host}:${imap.port}`],
    ['DNS', dns && `${dns.host}:${dns.port}`],
    ['Temporal', temporal],
    ['Temporal UI', temporalUi],
    ['Metrics', metrics],
    ['Mail out', mailOut],
  ];
  return lines
    .filter(([, address]) => address !== null)
    .map(([name, address]) => `    ${name.padEnd(12)} ${address}`)
    .join('\n');
}
