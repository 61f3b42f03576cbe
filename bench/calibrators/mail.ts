import { SMTPServer } from 'smtp-server';
import { serve } from '../generators/serve.js';
import { MAIL_STORES, type MailStore, type MailStoreKind } from './mail-stores.js';

// What the service is measured against: smtp-server, and a store.

function listen(store: MailStore): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        store.accept(envelope.rcptTo[0]!.address, Buffer.concat(chunks)).then(() => done(), done);
      });
    },
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** What the calibrator can be asked. */
export type MailCalibratorCommands = typeof commands;

let close = async (): Promise<void> => undefined;

const commands = {
  /** Starts it on an embedded Postgres in `dataDir`; answers its port and who may get mail. */
  async start({ dataDir, kind }: { readonly dataDir: string; readonly kind: MailStoreKind }) {
    const store = await MAIL_STORES[kind](dataDir);
    close = () => store.close();
    const server = await listen(store);
    const { port } = server.server.address() as { port: number };
    return { port, recipients: store.recipients };
  },
};

serve(commands, () => close());
