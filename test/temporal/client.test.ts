import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.js';
import { HealthProbe, isHealthy } from '../../src/temporal/client.js';
import { connectionOptions, temporalOptions } from '../../src/temporal/options.js';
import { freePort } from '../support/free-port.js';
import { testTemporalAddress } from '../support/temporal.js';
import { startProxy } from './proxy.js';
import { until } from './rows.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-test-'));
  for (const name of ['cert', 'key', 'ca']) await writeFile(join(folder, name), name);
});
afterAll(() => rm(folder, { recursive: true }));

const file = (name: string) => join(folder, name);
const options = (env: Record<string, string>) => temporalOptions(readConfig(env), 'temporal:7233');

describe('the options for Temporal', () => {
  it('are plain without settings', () => {
    expect(options({})).toEqual({
      address: 'temporal:7233',
      namespace: 'default',
      taskQueue: 'mail',
    });
  });

  it('hold certificates as they are in their files', () => {
    const { tls } = options({
      TEMPORAL_TLS_CERT_FILE: file('cert'),
      TEMPORAL_TLS_KEY_FILE: file('key'),
      TEMPORAL_TLS_CA_FILE: file('ca'),
    });
    expect(tls).toEqual({
      serverRootCACertificate: Buffer.from('ca'),
      clientCertPair: { crt: Buffer.from('cert'), key: Buffer.from('key') },
    });
  });

  it('switch TLS on for an API key', () => {
    expect(connectionOptions(options({ TEMPORAL_API_KEY: 'key' }))).toEqual({
      address: 'temporal:7233',
      tls: true,
      apiKey: 'key',
    });
  });

  it('refuse half a pair', () => {
    expect(() => options({ TEMPORAL_TLS_CERT_FILE: file('cert') })).toThrow(
      'TEMPORAL_TLS_CERT_FILE and TEMPORAL_TLS_KEY_FILE are needed together',
    );
  });
});

describe('isHealthy', () => {
  it('says yes of a server that answers', async () => {
    await until(() => isHealthy(testTemporalAddress()));
  });

  it('says no of a namespace that is not there', async () => {
    expect(await isHealthy(testTemporalAddress(), { namespace: 'none' })).toBe(false);
  });

  it('says no where nobody listens', async () => {
    expect(await isHealthy(`127.0.0.1:${await freePort()}`)).toBe(false);
  });

  it('says no soon where the port is open and nobody answers', async () => {
    const silent = new Set<Socket>();
    const server = createServer((socket) => silent.add(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    expect(await isHealthy(`127.0.0.1:${(server.address() as AddressInfo).port}`)).toBe(false);
    for (const socket of silent) socket.destroy();
    server.close();
  });
});

describe('a health probe', () => {
  it('follows a server that goes and comes back', async () => {
    const proxy = await startProxy(testTemporalAddress());
    const probe = new HealthProbe({ address: proxy.address });
    await until(() => probe.isHealthy());
    proxy.cut();
    expect(await probe.isHealthy()).toBe(false);
    proxy.mend();
    await until(() => probe.isHealthy());
    await probe.close();
    await proxy.close();
  });
});
