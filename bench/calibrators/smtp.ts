import { createTransport } from 'nodemailer';
import { serve } from '../generators/serve.js';

// The least that sends mail: nodemailer with a pool of connections, and no memory of anything.

/** Where to send, and how much. */
export interface SmtpCalibratorJob {
  readonly port: number;
  readonly mails: number;
}

/** What the calibrator can be asked. */
export type SmtpCalibratorCommands = typeof commands;

// As many as the service opens to one server.
const CONNECTIONS = 5;

const commands = {
  /** Mails a second. */
  async rate({ port, mails }: SmtpCalibratorJob): Promise<number> {
    const transport = createTransport({
      host: '127.0.0.1',
      port,
      pool: true,
      maxConnections: CONNECTIONS,
      maxMessages: Infinity,
      ignoreTLS: true,
    });
    const begin = performance.now();
    await Promise.all(
      Array.from({ length: mails }, (_, i) =>
        transport.sendMail({
          from: 'bench@bare.example',
          to: `person-${i}@example.com`,
          subject: `Hello Person ${i}`,
          text: `Dear Person ${i},\n\nthis is what we have for you this month.\n`,
        }),
      ),
    );
    const seconds = (performance.now() - begin) / 1_000;
    transport.close();
    return mails / seconds;
  },
};

serve(commands);
