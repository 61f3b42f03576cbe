import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import type { ShownDomain } from '../../resources/domains/api.js';
import type { SinkMail } from '../../support/smtp-sink.js';
import type { Scene } from './scene.js';
import type { Problem } from '../gated/story.js';

/** What was told of a domain must have been told once. */
export async function checkTold({ database }: Scene, id: string, kind: string, problem: Problem) {
  const { rows } = await database.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM events WHERE resource_id = $1 AND kind = $2',
    [id, `domain.${kind}`],
  );
  if (rows[0]!.count !== 1) problem(`${id}: domain.${kind} was told ${rows[0]!.count} times`);
}

/** The mails of a domain but for the first ones. */
export async function checkMails(
  scene: Scene,
  domain: ShownDomain,
  from: number,
  problem: Problem,
) {
  const mails = scene.mailOf(domain.domain);
  for (const mail of mails.slice(from)) await checkSignature(scene, mail, domain, problem);
  return mails;
}

/** A mail bears a signature that the published keys of its domain confirm. */
export async function checkSignature(
  { database }: Scene,
  { data }: SinkMail,
  { id, domain }: ShownDomain,
  problem: Problem,
): Promise<void> {
  const resolver = async (name: string): Promise<string[][]> => {
    const { rows } = await database.query<{ key: string }>(
      `SELECT public_key AS key FROM dkim_keys
       WHERE domain_id = $1 AND state <> 'revoked' AND selector || '._domainkey.' || domain = $2`,
      [id, name],
    );
    return rows.map(({ key }) => [`v=DKIM1; k=rsa; p=${key}`]);
  };
  const { results } = await dkimVerify(data, { resolver });
  const [first] = results;
  if (first?.status.result !== 'pass' || first.signingDomain !== domain)
    problem(`${id}: a mail left with a signature that is ${first?.status.result ?? 'missing'}`);
}
