import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Log } from './log.js';

/** Certificate chain and private key, PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Where they are. */
export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

const LOOK_EVERY_MS = 30_000;
const DAY_MS = 86_400_000;

/** A certificate that is taken anew when its files change. */
export class WatchedCertificate {
  readonly #users: ((certificate: Certificate) => void)[] = [];
  readonly #timer: NodeJS.Timeout;
  // What was looked at last, taken or not.
  #seen: Certificate;

  private constructor(
    private readonly files: CertificateFiles,
    private readonly log: Log,
    private used: Certificate,
    everyMs: number,
  ) {
    this.#seen = used;
    this.#timer = setInterval(() => void this.look(), everyMs).unref();
  }

  /** @throws Error when the files cannot be read or do not belong together */
  static async open(
    files: CertificateFiles,
    log: Log,
    everyMs = LOOK_EVERY_MS,
  ): Promise<WatchedCertificate> {
    const certificate = await read(files);
    checkPair(certificate);
    return new WatchedCertificate(files, log, certificate, everyMs);
  }

  get current(): Certificate {
    return this.used;
  }

  /** Days until it is over; negative afterwards. */
  get daysLeft(): number {
    return (Date.parse(new X509Certificate(this.used.cert).validTo) - Date.now()) / DAY_MS;
  }

  /** `use` is called with every certificate that follows. */
  onChanged(use: (certificate: Certificate) => void): void {
    this.#users.push(use);
  }

  /** Takes what is in the files, unless it cannot be used: then the one before stays. */
  async look(): Promise<void> {
    try {
      const found = await read(this.files);
      if (found.cert === this.#seen.cert && found.key === this.#seen.key) return;
      this.#seen = found;
      checkPair(found);
      // A chain may be broken behind its first certificate: then this throws.
      for (const use of this.#users) use(found);
      this.used = found;
      this.log.info({ daysLeft: Math.floor(this.daysLeft) }, 'the TLS certificate was renewed');
    } catch (err) {
      this.log.error({ err }, 'the TLS certificate cannot be used: the one before stays');
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

const read = async ({ certFile, keyFile }: CertificateFiles): Promise<Certificate> => ({
  cert: await readFile(certFile, 'utf8'),
  key: await readFile(keyFile, 'utf8'),
});

function checkPair({ cert, key }: Certificate): void {
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    throw new Error('the key of TLS_KEY_FILE is not that of the certificate of TLS_CERT_FILE');
}
