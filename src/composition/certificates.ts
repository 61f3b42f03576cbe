import { WatchedCertificate } from '../certificate.js';
import { isLoopback, type Config } from '../config.js';
import { ensureCertificate } from '../embedded/certificate.js';
import type { Log } from '../log.js';

/** The certificates of a process; null where its server does without TLS, or is not here. */
export interface Certificates {
  readonly smtp: WatchedCertificate | null;
  readonly imap: WatchedCertificate | null;
  close(): void;
}

/** Opens the certificates that the roles of `config` serve. @throws Error that says what is missing */
export async function openCertificates(config: Config, log: Log): Promise<Certificates> {
  const given = await openGiven(config, log);
  const imap = config.ROLES.includes('imap') ? (given ?? (await openOwn(config, log))) : null;
  return {
    smtp: given,
    imap,
    close() {
      given?.close();
      imap?.close();
    },
  };
}

async function openGiven(config: Config, log: Log): Promise<WatchedCertificate | null> {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = config;
  if (!certFile && !keyFile) return null;
  if (!certFile || !keyFile) throw new Error('TLS_CERT_FILE and TLS_KEY_FILE are needed together');
  return WatchedCertificate.open({ certFile, keyFile }, log);
}

/** One that is signed by nobody: for programs of this machine. */
async function openOwn({ IMAP_HOST, DATA_DIR }: Config, log: Log): Promise<WatchedCertificate> {
  if (!isLoopback(IMAP_HOST))
    throw new Error(
      `Set TLS_CERT_FILE and TLS_KEY_FILE: IMAP is spoken over TLS only, and IMAP_HOST (${IMAP_HOST}) ` +
        'is not this machine alone',
    );
  return WatchedCertificate.open(await ensureCertificate(DATA_DIR), log);
}
