import { columnOf } from '../../db/columns.js';
import type { TargetChecks } from '../../egress/check.js';
import { invalid } from '../../errors.js';
import type { ProviderName } from '../../outbound/provider.js';
import { type SealedSecrets, type WrittenConfig, secretOf } from './rows.js';
import type { ConfigChange } from './schema.js';

/** Everything of a configuration but its secret. */
type ConfigFields = Omit<WrittenConfig, 'id' | 'orgId' | keyof SealedSecrets>;

/** What a new configuration is before anything is said about it. */
const BLANK: ConfigFields = {
  provider: 'SMTP',
  name: '',
  username: null,
  region: null,
  fromEmail: null,
  host: null,
  port: null,
  secure: false,
  tls: 'required',
  baseUrl: null,
  isDefault: false,
};

/** The fields after `change`, of a new configuration without `before`. */
export function changedFields(change: ConfigChange, before: ConfigFields = BLANK): ConfigFields {
  const fields = { ...before, ...change };
  return {
    ...fields,
    secure: fields.secure ?? BLANK.secure,
    tls: fields.tls ?? BLANK.tls,
    isDefault: fields.isDefault ?? BLANK.isDefault,
  };
}

/**
 * The secret a client gives to a provider: undefined when it gives none, null to clear it. Either name
 * stands for the one secret, and only its own name clears it.
 */
export function givenSecret(
  provider: ProviderName,
  { password, apiKey }: ConfigChange,
): string | null | undefined {
  const [own, other] = secretOf(provider) === 'password' ? [password, apiKey] : [apiKey, password];
  return own ?? other ?? (own === null ? null : undefined);
}

/** Host and base address in their one form. @throws AppError 400 for one that may not be called. */
export function checkedTargets(
  { checkHost, checkUrl }: TargetChecks,
  change: ConfigChange,
): ConfigChange {
  return {
    ...change,
    ...(change.host && { host: checkHost(change.host, 'host') }),
    ...(change.baseUrl && { baseUrl: baseAddress(checkUrl(change.baseUrl, 'base_url')) }),
  };
}

/** Paths of the provider are put behind it. */
function baseAddress({ origin, pathname, search, hash }: URL): string {
  if (search || hash) throw invalid('base_url must have neither a query nor a fragment');
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** @throws AppError 400 when a secret that nobody gave again would go to another server, or less safely. */
export function checkTarget(fields: ConfigFields, before: ConfigFields): void {
  for (const field of ['host', 'baseUrl'] as const)
    if (fields[field] !== before[field])
      throw invalid(
        `${secretOf(before.provider)} must be given again when ${columnOf(field)} changes`,
      );
  if (fields.tls !== before.tls && fields.tls !== 'required')
    throw invalid(`${secretOf(before.provider)} must be given again for tls other than required`);
}

/** @throws AppError 400 when the way to the server would have to be less safe than it may be. */
export function checkTls(
  { checkOpened }: Pick<TargetChecks, 'checkOpened'>,
  { provider, host, secure, tls }: ConfigFields,
): void {
  if (provider !== 'SMTP' || tls === 'required') return;
  if (secure) throw invalid('tls must be required with secure, which is TLS from the first byte');
  if (tls === 'none' && host !== null) checkOpened(host, 'tls none');
}

// What goes into the headers of requests.
const TOKEN = /^[\x21-\x7e]+$/;

/** Whether a provider has what it needs. @throws AppError 400 that names what is missing or wrong. */
export function checkComplete(fields: ConfigFields, secret: SecretState): void {
  if (fields.provider === 'SMTP') checkSmtp(fields, secret);
  else if (fields.provider === 'SES') checkSes(fields, secret);
  else checkSecret(fields.provider, 'api_key', secret);
}

/** A secret given now, or whether there is one that stays. */
type SecretState = string | boolean;

function checkSmtp({ host, username }: ConfigFields, secret: SecretState): void {
  if (host === null) throw invalid('host is required for SMTP');
  if (username === null && secret) throw invalid('username is required for SMTP with a password');
  if (username !== null && !secret) throw invalid('password is required for SMTP with a username');
}

function checkSes({ region, username }: ConfigFields, secret: SecretState): void {
  if (region === null) throw invalid('region is required for SES');
  if (username === null) throw invalid('username is required for SES: the access key');
  if (!TOKEN.test(username)) throw invalid(`username ${NO_TOKEN}`);
  checkSecret('SES', 'password', secret);
}

function checkSecret(provider: ProviderName, field: string, secret: SecretState): void {
  if (secret === false) throw invalid(`${field} is required for ${provider}`);
  if (typeof secret === 'string' && !TOKEN.test(secret)) throw invalid(`${field} ${NO_TOKEN}`);
}

const NO_TOKEN = 'must hold printable ASCII characters only, and no blanks';
