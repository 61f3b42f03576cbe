import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../../src/embedded/free-port.js';
import { createInstallation } from '../../e2e/installation.js';
import type { RestClient } from '../../e2e/rest-client.js';
import { dist, type Settings } from '../../e2e/service-process.js';
import { makeCertificate } from '../../egress/fixture.js';
import type { ShownDomain } from '../../resources/domains/api.js';
import { startBind, zoneText, type Bind } from './bind.js';

export const MAIL_DOMAIN = 'agents.example';
export const DKIM_ZONE = `dkim.${MAIL_DOMAIN}`;
export const OWN = 'own.example';
/** Where the role `dns` listens: its zone is delegated to this address. */
export const ROLE = '127.0.0.2';

/** An installation, a domain of its organization, and BIND, which has the zones of both. */
export interface Scene {
  readonly client: RestClient;
  readonly domain: ShownDomain;
  /** The zone file of the domain, as the service gives it. */
  readonly zoneFile: string;
  /** The port of BIND at 127.0.0.1, and of the role at 127.0.0.2. */
  readonly port: number;
  /** Runs `npm run dns`; answers what it prints. @throws where it ends with 1 */
  dns(...given: readonly string[]): Promise<string>;
  /** Has BIND serve other records of the domain. */
  publish(records: string): Promise<void>;
  /** Asks for a verification, once another one is answered. */
  verify(): Promise<VerifiedDomain>;
  close(): Promise<void>;
}

/** A domain as a verification shows it. */
export interface VerifiedDomain extends ShownDomain {
  readonly checks: Readonly<Record<string, boolean>>;
}

/** Starts all of it. */
export async function openScene(): Promise<Scene> {
  const [port, dohPort] = [await freePort(), await freePort()];
  const installation = await createInstallation();
  const { directory } = installation;
  const certificate = await makeCertificate('localhost');
  const files = { cert: join(directory, 'doh.crt'), key: join(directory, 'doh.key') };
  await Promise.all([
    writeFile(files.cert, certificate.cert),
    writeFile(files.key, certificate.key),
  ]);
  const settings = {
    MAIL_DOMAIN,
    DNS_HOST: ROLE,
    DNS_PORT: String(port),
    DOH_URL: `https://localhost:${dohPort}/dns-query`,
    EXTRA_CA_FILE: files.cert,
    INBOUND_SECRET: randomBytes(24).toString('base64url'),
    MASTER_KEY: randomBytes(32).toString('base64'),
  };
  let bind: Bind | undefined;
  const close = async () => {
    await bind?.stop();
    await installation.remove();
  };
  try {
    const client = await installation.client(await installation.start({ settings }));
    const dns = operatorCommand({ ...settings, DATA_DIR: directory });
    const domain = await client.read<ShownDomain>('/v1/domains', { domain: OWN });
    const zoneFile = (await client.download(`/v1/domains/${domain.id}/zone-file`)).toString();
    let serial = 1;
    const write = (records: string) =>
      writeFile(join(directory, OWN), zoneText(OWN, serial, records));
    const writeOperators = async () =>
      writeFile(
        join(directory, MAIL_DOMAIN),
        zoneText(MAIL_DOMAIN, serial, withAddresses(await dns())),
      );
    await Promise.all([write(zoneFile), writeOperators()]);
    const zones = [OWN, MAIL_DOMAIN];
    const running = await startBind({ directory, port, dohPort, certificate: files, zones });
    bind = running;
    return {
      ...{ client, domain, zoneFile, port, dns, close },
      async publish(records) {
        serial++;
        await Promise.all([write(records), writeOperators()]);
        await running.reload(serial);
      },
      verify: () => verified(client, domain),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function verified(client: RestClient, { id }: ShownDomain): Promise<VerifiedDomain> {
  for (;;) {
    const { status, body } = await client.call('POST', `/v1/domains/${id}/verify`);
    if (status === 200) return body as VerifiedDomain;
    if (status !== 429) throw new Error(`verify answered ${status}`);
    await sleep((body as { readonly retry_after_seconds: number }).retry_after_seconds * 1_000);
  }
}

/** What `npm run dns` leaves to the operator. */
const withAddresses = (zone: string): string =>
  zone.replaceAll(/^; (\S+\. \d+ IN A) <[^>]*>$/gm, `$1 ${ROLE}`);

function operatorCommand(settings: Settings) {
  const { PATH, HOME } = process.env;
  const entry = join(dist, 'src/operator/dns.js');
  const env = { PATH, HOME, ...settings };
  return async (...given: readonly string[]) =>
    (await promisify(execFile)(process.execPath, [entry, ...given], { env })).stdout;
}
