import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCertificate } from '../../egress/fixture.js';
import { modelConfig } from '../../support/model-api.js';
import { startModelServer, type ModelServer } from '../../support/model-server.js';
import { startSmtpSink, type SinkMail } from '../../support/smtp-sink.js';
import { closable, type Closing } from '../gated/closing.js';
import { drive } from '../gated/driving.js';
import { makeDirectory, openStage, type Stage } from '../gated/stage.js';
import { GATES, type Step } from './gates.js';
import { modelThatHelps } from './model.js';

/** A service whose process comes and goes, and what stays: its storage, a model and the receiver of its mail. */
export interface Scene extends Stage<Step> {
  readonly model: ModelServer;
  /** Mail that was taken for a recipient so far. */
  mailTo(address: string): readonly SinkMail[];
}

/** Starts all of it; `onProblem` is told of ends that nobody asked for. */
export const openScene = (onProblem: (text: string) => void) =>
  closable((closing) => open(closing, onProblem));

async function open(closing: Closing, onProblem: (text: string) => void): Promise<Scene> {
  const certificate = await makeCertificate('localhost');
  const model = await startModelServer(certificate);
  const sink = await startSmtpSink();
  closing.push(
    () => sink.close(),
    () => model.close(),
  );
  model.script(modelThatHelps);
  const directory = await makeDirectory(closing);
  const EXTRA_CA_FILE = join(directory, 'authority.pem');
  await writeFile(EXTRA_CA_FILE, certificate.cert, { mode: 0o644 });
  const settings = {
    ...{ EXTRA_CA_FILE, EGRESS_ALLOW: '127.0.0.0/8' },
    OUTBOUND_URL: `smtp://127.0.0.1:${sink.port}?tls=never`,
    // Lost runs are looked for every second.
    RECONCILE_SECONDS: '1',
  };
  const stage = await openStage({ directory, gates: GATES, settings, onProblem }, closing);
  await configureModel(stage, model);
  return {
    ...stage,
    model,
    mailTo: (address) => sink.mails.filter(({ to }) => to.includes(address)),
  };
}

async function configureModel({ client }: Stage<Step>, model: ModelServer): Promise<void> {
  let status = 0;
  await drive(
    async () => {
      ({ status } = await client.call('PUT', '/v1/ai-config', { body: modelConfig(model) }));
    },
    async () => status === 200,
    'a model',
  );
}
