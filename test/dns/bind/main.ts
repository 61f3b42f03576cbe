import assert from 'node:assert/strict';
import type { DnsRecords, ShownRecord } from '../../resources/domains/dns.js';
import { checkMail } from './mail.js';
import { checkRole } from './role.js';
import { openScene, OWN, type Scene } from './scene.js';
import { missingTools, prepareReaders, run, runWith, HERE, type OtherReaders } from './tools.js';
import { zoneText } from './bind.js';

// `npm run test:dns`: what the service says of domains, read by the servers, clients and verifiers of others.

type Check = (scene: Scene, readers: OtherReaders) => Promise<void>;

/** In this order: each builds on those before. */
const CHECKS: Readonly<Record<string, Check>> = {
  'dnspython reads the zone file': checkZoneFile,
  'BIND loads our zones and answers over HTTP/2: all is there': checkActive,
  'dig and kdig are answered by the role': checkRole,
  'mail passes in dkimpy, go-msgauth and mailauth, and forged mail does not': checkMail,
  'what is taken out of the zone is missed': checkMissing,
};

async function checkZoneFile({ zoneFile, domain }: Scene, { python }: OtherReaders) {
  const said = await runWith(zoneText(OWN, 1, zoneFile), python, `${HERE}/read_zone.py`, `${OWN}.`);
  const read = (JSON.parse(said) as ShownRecord[]).filter(({ type }) =>
    ['TXT', 'MX', 'CNAME'].includes(type),
  );
  const records: DnsRecords = domain.dns_records;
  const told = Object.values(records).flat().map(asRead);
  assert.deepEqual(sorted(read), sorted(told));
}

const asRead = ({ type, name, value, priority }: ShownRecord) => ({
  type,
  name: `${name}.`,
  value: type === 'TXT' ? value : `${priority === undefined ? '' : `${priority} `}${value}.`,
});
const sorted = (records: readonly object[]) => records.map((one) => JSON.stringify(one)).sort();

async function checkActive({ dns, verify }: Scene) {
  const { status, checks } = await verify();
  assert.equal(status, 'ACTIVE', JSON.stringify(checks));
  assert.match(await dns('--check'), /^ok +MX /);
}

async function checkMissing({ zoneFile, publish, verify, client, domain }: Scene) {
  await publish(zoneFile.replace(/^.* TXT "v=spf1.*$/m, ''));
  const { status, checks } = await verify();
  assert.deepEqual([status, checks.spf, checks.mx], ['ACTIVE', false, true]);
  const { dns_records: shown } = await client.read<{
    dns_records: { spf: { status: string; detail?: string } };
  }>(`/v1/domains/${domain.id}`);
  assert.equal(shown.spf.status, 'missing');
}

async function checkAll(): Promise<boolean> {
  const readers = await prepareReaders();
  const scene = await openScene();
  let isGood = true;
  try {
    for (const [what, check] of Object.entries(CHECKS)) {
      const failure = await check(scene, readers).then(
        () => null,
        (error: unknown) => error as Error,
      );
      console.log(`${failure ? 'FAILED' : 'ok    '} ${what}`);
      if (failure) console.error(failure.stack ?? failure);
      isGood &&= failure === null;
    }
  } finally {
    await scene.close();
  }
  return isGood;
}

const missing = await missingTools();
if (missing.length > 0) console.error(missing.join('\n'));
else console.log(`test:dns: ${(await run('named', '-v')).trim()}`);
process.exitCode = missing.length === 0 && (await checkAll()) ? 0 : 1;
