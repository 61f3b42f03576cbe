import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readdir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureCertificate } from '../../src/embedded/certificate.js';
import { ensureSecrets } from '../../src/embedded/secrets.js';
import { temporaryDirectory } from './surroundings.js';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;

beforeEach(async () => {
  directory = await temporaryDirectory();
});

afterEach(() => directory.remove());

async function modes(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const file of await readdir(directory.path)) {
    found[file] = ((await stat(join(directory.path, file))).mode & 0o777).toString(8);
  }
  return found;
}

async function pair() {
  const { certFile, keyFile } = await ensureCertificate(directory.path);
  return {
    certificate: new X509Certificate(await readFile(certFile)),
    key: createPrivateKey(await readFile(keyFile)),
  };
}

describe('the secrets of an installation', () => {
  it('are made once, also by processes that start together, for their owner only', async () => {
    const made = await Promise.all([ensureSecrets(directory.path), ensureSecrets(directory.path)]);
    const later = await ensureSecrets(directory.path);

    expect(made).toEqual([later, later]);
    expect(Buffer.from(later.MASTER_KEY, 'base64')).toHaveLength(32);
    expect(later.INBOUND_SECRET.length).toBeGreaterThanOrEqual(32);
    expect(await modes()).toEqual({ 'inbound-secret': '600', 'master-key': '600' });
  });

  it('differ from one installation to the next', async () => {
    const other = await temporaryDirectory();

    const [one, two] = [await ensureSecrets(directory.path), await ensureSecrets(other.path)];

    expect(one.MASTER_KEY).not.toBe(two.MASTER_KEY);
    expect(one.INBOUND_SECRET).not.toBe(two.INBOUND_SECRET);
    await other.remove();
  });
});

describe('the certificate of an installation', () => {
  it('is of its key, for this machine, made once, for its owner only', async () => {
    const first = await pair();
    const second = await pair();

    expect(first.certificate.checkPrivateKey(first.key)).toBe(true);
    expect(first.certificate.checkHost('localhost')).toBe('localhost');
    expect(first.certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(second.certificate.fingerprint256).toBe(first.certificate.fingerprint256);
    expect(await modes()).toEqual({ 'tls.crt': '600', 'tls.key': '600' });
  });

  it('is made anew for the same key when a crash came between the two', async () => {
    const first = await pair();
    await unlink(join(directory.path, 'tls.crt'));

    const second = await pair();

    expect(second.certificate.checkPrivateKey(first.key)).toBe(true);
  });
});
