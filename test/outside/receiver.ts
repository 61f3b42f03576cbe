import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '../egress/fixture.js';
import { withOwn, type Outside } from './outside.js';
import { serve, type Server } from './programs.js';

/** Lets a service of its own tell a receiver of webhooks in Python, which answers everything with one status. */
export async function withReceiver<T>(
  status: number,
  see: (own: Outside, receiver: Server) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'restante-outside-'));
  const made = await makeCertificate('localhost');
  const [cert, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
  await Promise.all([writeFile(cert, made.cert), writeFile(key, made.key)]);
  const receiver = await serve('hooks.py', [cert, key, String(status)]);
  try {
    const settings = { EGRESS_ALLOW: '127.0.0.0/8', EXTRA_CA_FILE: cert };
    return await withOwn(settings, (own) => see(own, receiver));
  } finally {
    await receiver.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
