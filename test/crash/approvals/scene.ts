import { startSmtpSink, type SinkMail } from '../../support/smtp-sink.js';
import { closable, type Closing } from '../gated/closing.js';
import { makeDirectory, openStage, type Stage } from '../gated/stage.js';
import { GATES, type Step } from './gates.js';

/** A service whose process comes and goes, and what stays: its storage and the receiver of its mail. */
export interface Scene extends Stage<Step> {
  /** Mail that was taken for a recipient so far. */
  mailTo(address: string): readonly SinkMail[];
}

/** Starts all of it; `onProblem` is told of ends that nobody asked for. */
export const openScene = (onProblem: (text: string) => void) =>
  closable((closing) => open(closing, onProblem));

async function open(closing: Closing, onProblem: (text: string) => void): Promise<Scene> {
  const sink = await startSmtpSink();
  closing.push(() => sink.close());
  const settings = {
    OUTBOUND_URL: `smtp://127.0.0.1:${sink.port}?tls=never`,
    // Lost runs are looked for every second.
    RECONCILE_SECONDS: '1',
  };
  const directory = await makeDirectory(closing);
  const stage = await openStage({ directory, gates: GATES, settings, onProblem }, closing);
  return {
    ...stage,
    mailTo: (address) => sink.mails.filter(({ to }) => to.includes(address)),
  };
}
