import { z } from 'zod';
import { PLAN_NAMES } from './auth/plans.js';
import { parseRange } from './egress/addresses.js';
import { problemOfServiceUrl } from './outbound/service-url.js';

/** What a process can be. `npm start` is all of them in one. */
export const ROLES = ['api', 'smtp', 'imap', 'worker', 'browser', 'dns'] as const;

/** One of the parts a process can run. */
export type Role = (typeof ROLES)[number];

const whole = (min: number, max = Infinity) => z.coerce.number().int().min(min).max(max);
const port = whole(0, 65535);
const text = z.string().min(1);
const file = text;
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

const KMS_KEY = /^aws-kms:[\w:/.-]{1,240}$/;

/** Whether a text says which master key to use: base64 of 32 bytes, or a key of AWS KMS. */
export const isMasterKey = (given: string): boolean =>
  KMS_KEY.test(given) ||
  (/^[A-Za-z0-9+/]{43}=$/.test(given) && Buffer.from(given, 'base64').length === 32);

const masterKey = z
  .string()
  .trim()
  .refine(isMasterKey, 'must be base64 of 32 bytes, or aws-kms: and the ARN of a key');

const DOMAIN_NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;
const domainName = z.string().toLowerCase().regex(DOMAIN_NAME, 'must be a domain name');

/** Every setting: variable, meaning, default. Printed as `docs/configuration.md`. */
export const settings = z.object({
  ROLES: list
    .pipe(z.array(z.enum(ROLES)).min(1))
    .prefault(ROLES.join(','))
    .describe(
      'Parts this process runs: `api`, `smtp`, `imap`, `worker`, `browser`, `dns` (with DNS_PORT), separated by commas.',
    ),
  DATA_DIR: text
    .default('./.restante')
    .describe('Where embedded servers, made secrets and the first API key are kept.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
    .optional()
    .describe('Postgres 15 or newer. Without it an embedded Postgres is started.'),
  DATABASE_POOL: whole(2, 200)
    .default(10)
    .describe(
      'Connections of the pool of the REST interface; a process opens up to 38 more, when it needs them.',
    ),
  TEMPORAL_ADDRESS: text
    .optional()
    .describe('`host:port` of a Temporal server. Without it a development server is started.'),
  TEMPORAL_NAMESPACE: text.default('default').describe('Temporal namespace.'),
  TEMPORAL_TLS_CERT_FILE: file.optional().describe('Client certificate for Temporal (PEM).'),
  TEMPORAL_TLS_KEY_FILE: file.optional().describe('Key of the client certificate (PEM).'),
  TEMPORAL_TLS_CA_FILE: file.optional().describe('Authority that signed the server (PEM).'),
  TEMPORAL_API_KEY: text.optional().describe('API key for Temporal Cloud; switches TLS on.'),
  TEMPORAL_TASK_QUEUE: text
    .default('mail')
    .describe('Task queue of workflows; one for each installation that shares a namespace.'),
  RECONCILE_SECONDS: whole(1, 3_600)
    .default(60)
    .describe(
      'Seconds between two looks of a worker for runs that Temporal has lost; work that made progress within them is left alone.',
    ),
  TEMPORAL_UI_URL: z
    .url()
    .optional()
    .describe('Where operators open the Temporal UI; timelines link there.'),
  TEMPORAL_UI_PORT: port
    .default(8233)
    .describe('UI of the embedded Temporal server; 0 = free port.'),
  TEMPORAL_CLI: file
    .optional()
    .describe('A `temporal` binary to use (1.9 or newer is recommended).'),
  RESTANTE_CACHE_DIR: file
    .optional()
    .describe(
      'Where a downloaded Temporal binary is kept, and what tells that an older copy of DATA_DIR was put back (default `~/.cache/restante`).',
    ),
  HTTP_HOST: text.default('127.0.0.1').describe('Address the REST interface listens on.'),
  HTTP_PORT: port.default(3000).describe('Port of the REST interface; 0 = free port.'),
  PUBLIC_URL: z
    .url()
    .optional()
    .describe('Base address clients use (default: the address listened on).'),
  MCP_ALLOWED_ORIGINS: list
    .pipe(z.array(z.url('must hold origins such as https://app.example')))
    .prefault('')
    .describe(
      'Origins of web pages that may use the tools at `/mcp`, such as `https://app.example`, separated by commas. Pages of this machine may where the service listens on loopback.',
    ),
  SMTP_HOST: text.default('127.0.0.1').describe('Address the SMTP server listens on.'),
  SMTP_PORT: port.default(2525).describe('Port of the SMTP server (25 in production).'),
  MAIL_DOMAIN: domainName
    .default('restante.localhost')
    .describe("The service's own domain: new inboxes are made there."),
  IMAP_HOST: text
    .default('127.0.0.1')
    .describe('Address the IMAP server listens on; with TLS_CERT_FILE where it is not loopback.'),
  IMAP_PORT: port.default(1993).describe('Port of the IMAP server (993 in production), TLS only.'),
  TLS_CERT_FILE: file
    .optional()
    .describe(
      'Certificate chain (PEM) of IMAP (default: a self-signed one of DATA_DIR); with it SMTP offers STARTTLS. Renewed files are taken within a minute.',
    ),
  TLS_KEY_FILE: file.optional().describe('Private key of TLS_CERT_FILE (PEM).'),
  INBOUND_SECRET: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Bearer secret of `POST /v1/inbound`.'),
  MASTER_KEY: masterKey
    .optional()
    .describe(
      'Key that wraps the data key of each organization: base64 of 32 bytes, or `aws-kms:` and the ARN of a symmetric key of AWS KMS.',
    ),
  MASTER_KEY_FILE: file.optional().describe('A file that holds MASTER_KEY.'),
  MASTER_KEY_PREVIOUS: masterKey
    .optional()
    .describe(
      'A second key that unwraps and does not wrap: the one before, until `npm run keys:rewrap` says that it may go.',
    ),
  IMAP_PUBLIC_HOST: text
    .optional()
    .describe('`imap_host` in answers (default: the host of PUBLIC_URL).'),
  IMAP_PUBLIC_PORT: port.default(993).describe('`imap_port` in answers.'),
  DOH_URL: list
    .pipe(z.array(z.url({ protocol: /^https?$/, error: 'must hold http(s) addresses' })))
    .prefault('')
    .describe(
      'DNS over HTTPS resolvers, separated by commas: the first that is there is asked (default: the resolver of the machine), and all of them about domains of organizations (default: Cloudflare, Google and Quad9).',
    ),
  MX_HOSTS: list
    .pipe(z.array(z.string().toLowerCase().regex(DOMAIN_NAME, 'must hold host names')))
    .prefault('')
    .describe(
      'Hosts that take mail for domains of organizations, the preferred first, separated by commas (default: `mx1.` and `mx2.` of MAIL_DOMAIN).',
    ),
  DNS_HOST: text.default('127.0.0.1').describe('Address the name server listens on.'),
  DNS_PORT: port
    .optional()
    .describe(
      'Port of the name server that answers for DKIM_ZONE (53 in production), over UDP and TCP; 0 = free port. Without it there is none.',
    ),
  DKIM_ZONE: domainName
    .optional()
    .describe('Zone of the DKIM keys of all domains (default: `dkim.` of MAIL_DOMAIN).'),
  EGRESS_ALLOW: list
    .pipe(z.array(text.refine(parseRange, 'must hold addresses or ranges such as 10.0.0.0/8')))
    .prefault('')
    .describe(
      'Private or reserved addresses and CIDR ranges that connections which users name may go to, separated by commas.',
    ),
  EXTRA_CA_FILE: file
    .optional()
    .describe('Certificates (PEM) trusted beside the usual ones for connections that users name.'),
  CHROMIUM_PATH: file
    .optional()
    .describe(
      'Chromium of browser sessions (default: chromium, chromium-headless-shell or Chrome on PATH, else that of @sparticuz/chromium).',
    ),
  BROWSER_SANDBOX: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Whether Chromium has its sandbox. Where the kernel refuses it, sessions are not opened unless it is `off` or the service listens on loopback alone.',
    ),
  OUTBOUND_URL: z
    .string()
    .superRefine((value, context) => {
      const problem = problemOfServiceUrl(value);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    })
    .optional()
    .describe(
      'Mail server that takes mail of organizations without a configuration of their own, such as `smtp://user:password@relay.example:587?tls=required`, or `smtps://…`. Without `?tls=` TLS is used where the server offers it; `?tls=never` leaves it out.',
    ),
  OUTBOUND_DIRECT: z
    .stringbool()
    .default(false)
    .describe('Whether such mail goes straight to the mail exchangers of its recipients.'),
  TRUSTED_PROXIES: list
    .prefault('')
    .describe('Addresses or CIDR ranges whose `X-Forwarded-For` is believed, separated by commas.'),
  SIGNUP: z
    .enum(['open', 'closed'])
    .default('open')
    .describe(
      'Whether whoever reaches `POST /v1/orgs` can make an organization; where it is `closed`, `npm run org` makes them.',
    ),
  OAUTH_REGISTRATIONS_PER_HOUR: whole(1)
    .default(120)
    .describe('Programs that can be registered for sign-in from one address in an hour.'),
  OAUTH_APP_REDIRECTS: list
    .prefault('cursor://anysphere.cursor-mcp/oauth/callback')
    .describe(
      'Redirect addresses of apps that programs may register for sign-in beside https and http on loopback, exactly as written, separated by commas.',
    ),
  OAUTH_CLIENT_METADATA: z
    .stringbool()
    .default(true)
    .describe(
      'Whether a program may name itself by the https address of its metadata; `false` where there is no way to the internet.',
    ),
  DEFAULT_PLAN: z
    .enum(PLAN_NAMES)
    .default('free')
    .describe('Plan of organizations that sign up themselves.'),
  MAIL_RETENTION_DAYS: whole(1)
    .optional()
    .describe('Mail older than this is deleted (default: kept until deleted).'),
  PARSE_THREADS: whole(1, 64)
    .default(1)
    .describe('Worker threads that parse ordinary mail; one more takes large mail.'),
  INTAKE_MIB: whole(128)
    .default(256)
    .describe(
      'MiB of messages and request bodies that a process holds at once, until they are stored or refused. Over it: SMTP 452, REST 503.',
    ),
  INTAKE_SHARE_PERCENT: whole(10, 100)
    .default(25)
    .describe(
      'Percent of INTAKE_MIB, and of the time of a parse thread, that large mail of one address or for one inbox, or uploads of one organization, may take; 100 = all. Over it: SMTP 451, REST 503.',
    ),
  INBOUND_PEER_PERCENT: z.coerce
    .number()
    .min(0)
    .max(100)
    .default(2)
    .describe(
      "Percent of what an organization's plan takes in a month that one address may deliver to one inbox by SMTP in an hour; 0 = no limit. Over it: SMTP 451.",
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least severity that is logged.'),
  METRICS_HOST: text.default('127.0.0.1').describe('Address the Prometheus metrics listen on.'),
  METRICS_PORT: port.default(9464).describe('Port of the Prometheus metrics; 0 = free port.'),
});

/** All settings, read and checked. */
export type Config = z.output<typeof settings>;

/** The settings of `env`. @throws Error that lists every problem, one a line. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  // An empty variable is an unset one: compose files and shells leave those.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = settings.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map(
    (issue) => `  ${issue.path[0]?.toString()}: ${issue.message}`,
  );
  throw new Error(`The settings have ${problems.length} problem(s):\n${problems.join('\n')}`);
}

/** Whether a host is this machine, and nobody else reaches it. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|localhost)$/;

/** Whether all servers are embedded and reachable from this machine only, so that secrets may be made. */
export function standsAlone(config: Config): boolean {
  const hosts = [config.HTTP_HOST, config.SMTP_HOST, config.IMAP_HOST];
  return !config.DATABASE_URL && !config.TEMPORAL_ADDRESS && hosts.every(isLoopback);
}
