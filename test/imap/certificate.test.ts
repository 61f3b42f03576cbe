import { X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { generate } from 'selfsigned';
import { WatchedCertificate, type Certificate } from '../../src/certificate.js';
import { createLog } from '../../src/log.js';
import { temporaryDirectory } from '../embedded/surroundings.js';
import { closeFixtures, startFixture } from './fixture.js';
import { connect } from './raw-client.js';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;

beforeAll(async () => {
  directory = await temporaryDirectory();
});
afterEach(closeFixtures);
afterAll(() => directory.remove());

async function made(name: string): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }]);
  return { cert, key };
}

/** Files with a certificate, and who watches them. */
async function watched(certificate: Certificate) {
  const files = {
    certFile: join(directory.path, 'tls.crt'),
    keyFile: join(directory.path, 'tls.key'),
  };
  const write = async ({ cert, key }: Certificate) => {
    await writeFile(files.certFile, cert);
    await writeFile(files.keyFile, key);
  };
  await write(certificate);
  return { write, watch: await WatchedCertificate.open(files, createLog('silent')) };
}

async function shownAt(port: number): Promise<string | undefined> {
  const client = await connect(port);
  const shown = client.socket.getPeerX509Certificate()?.fingerprint256;
  client.close();
  return shown;
}

const BROKEN = '-----BEGIN CERTIFICATE-----\nbm90aGluZw==\n-----END CERTIFICATE-----\n';

const fingerprint = ({ cert }: Certificate) => new X509Certificate(cert).fingerprint256;

describe('a certificate', () => {
  it('is taken anew when its files changed, and stays when they cannot be used', async () => {
    const [first, second] = [await made('first.test'), await made('second.test')];
    const { write, watch } = await watched(first);
    const { server, port } = await startFixture();
    server.useCertificate(watch.current);
    watch.onChanged((renewed) => server.useCertificate(renewed));
    expect(await shownAt(port)).toBe(fingerprint(first));

    await write({ cert: second.cert, key: first.key });
    await watch.look();
    await write({ cert: second.cert, key: 'nothing' });
    await watch.look();
    await write({ cert: `${second.cert}\n${BROKEN}`, key: second.key });
    await watch.look();
    expect(await shownAt(port)).toBe(fingerprint(first));
    expect(watch.current).toEqual(first);

    await write(second);
    await watch.look();
    expect(await shownAt(port)).toBe(fingerprint(second));
    expect(watch.daysLeft).toBeGreaterThan(1);
    watch.close();
  });

  it('is refused at the start where its key is another', async () => {
    const [first, second] = [await made('first.test'), await made('second.test')];
    await expect(watched({ cert: first.cert, key: second.key })).rejects.toThrow(
      'the key of TLS_KEY_FILE is not that of the certificate of TLS_CERT_FILE',
    );
  });
});
