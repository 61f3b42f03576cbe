import type { CDPSession, Page } from 'playwright-core';
import { withTimeout } from '../deadline.js';
import { conflict } from '../errors.js';
import { leading } from './acts.js';

/** A key that signs in at a site (WebAuthn), as an authenticator keeps it; bytes in base64. */
export interface Passkey {
  /** Domain of the site, the relying party. */
  readonly rpId: string;
  readonly credentialId: string;
  /** PKCS #8, P-256. */
  readonly privateKey: string;
  readonly userHandle: string | null;
  /** How often it signed. */
  readonly signCount: number;
}

// Milliseconds that a page may take to ask, and to take what it got.
const ASKED_WITHIN_MS = 15_000;
const TAKEN_WITHIN_MS = 100;

// Of the platform, and always told that the person is there.
const AUTHENTICATOR = {
  ...({ protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal' } as const),
  ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  automaticPresenceSimulation: true,
};

/**
 * Lets a page sign in with a passkey, or make one where there is none yet: an authenticator is there while `ask` has
 * the page ask for it, and no longer. Chromium sees to it that the page is of the relying party. Answers the passkey as
 * it is then. @throws AppError 409 where the page does not ask for it
 */
export async function withPasskey(
  page: Page,
  passkey: Passkey | null,
  ask: () => Promise<void>,
): Promise<Passkey> {
  const cdp = await page.context().newCDPSession(page);
  try {
    await cdp.send('WebAuthn.enable', { enableUI: false });
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: AUTHENTICATOR,
    });
    if (passkey) await cdp.send('WebAuthn.addCredential', { authenticatorId, ...held(passkey) });
    const used = told(cdp, passkey);
    await leading(page, ask);
    const after = await withTimeout(ASKED_WITHIN_MS, used, null);
    if (!after) throw conflict('The page did not ask for the passkey');
    await leading(page, () => page.waitForTimeout(TAKEN_WITHIN_MS));
    return after;
  } finally {
    await cdp.send('WebAuthn.disable').catch(() => undefined);
    await cdp.detach().catch(() => undefined);
  }
}

interface HeldCredential {
  readonly credentialId: string;
  readonly privateKey: string;
  readonly signCount: number;
  readonly rpId?: string;
  readonly userHandle?: string;
}

/** That it has signed, or was made. */
const told = (cdp: CDPSession, passkey: Passkey | null): Promise<Passkey> =>
  new Promise((resolve) => {
    const tell = ({ credential }: { credential: HeldCredential }) => {
      const { rpId = passkey?.rpId ?? '', userHandle = null, ...kept } = credential;
      const { credentialId, privateKey, signCount } = kept;
      resolve({ rpId, credentialId, privateKey, userHandle, signCount });
    };
    cdp.on(passkey ? 'WebAuthn.credentialAsserted' : 'WebAuthn.credentialAdded', tell);
  });

const held = ({ rpId, credentialId, privateKey, userHandle, signCount }: Passkey) => ({
  credential: {
    ...{ rpId, credentialId, privateKey, signCount },
    // Without whose it is, it is found where the site names it alone.
    isResidentCredential: userHandle !== null,
    ...(userHandle !== null && { userHandle }),
  },
});
