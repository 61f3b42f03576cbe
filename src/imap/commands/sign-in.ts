import { setTimeout as pause } from 'node:timers/promises';
import type { StatusResponse } from '../answers.js';
import { Refused, refusal } from '../answers.js';
import { capabilities } from '../capabilities.js';
import { inTime } from '../in-time.js';
import type { Session } from '../session-state.js';
import { StorageUnavailable, type SignIn } from '../session.js';

/** Lets a client in, or says no: slowly, and not often. */
export async function signIn(
  session: Session,
  credentials: { readonly username: string; readonly password: string },
): Promise<StatusResponse> {
  const { storage, peer, observe, limits } = session.parts;
  const asked = storage.signIn({ ...credentials, peer });
  const signedIn = await inTime(limits.storageMs, asked, closeLate).catch((error: unknown) => {
    observe(error instanceof StorageUnavailable ? 'unavailable' : 'failed');
    throw error;
  });
  observe(signedIn.outcome);
  return answerTo(session, signedIn);
}

function closeLate(signedIn: SignIn): void {
  if (signedIn.outcome === 'ok') signedIn.account.close();
}

async function answerTo(session: Session, signedIn: SignIn): Promise<StatusResponse> {
  if (signedIn.outcome === 'limited')
    throw new Refused('LIMIT', 'Too many failed sign-ins from your address: try again in an hour');
  if (signedIn.outcome !== 'ok') return refused(session);
  if (!session.enter(signedIn.account))
    throw new Refused('LIMIT', 'Too many connections to this inbox');
  return { status: 'OK', code: `CAPABILITY ${capabilities(true)}`, text: 'Signed in, read-only' };
}

async function refused(session: Session): Promise<StatusResponse> {
  const { limits } = session.parts;
  session.failures++;
  await pause(limits.refusalMs, undefined, { ref: false });
  if (session.failures >= limits.signIns) {
    session.out.line('* BYE Too many failed sign-ins');
    session.end();
  }
  return refusal('Wrong address or password', 'AUTHENTICATIONFAILED');
}
