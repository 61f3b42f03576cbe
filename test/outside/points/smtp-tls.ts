import { must, withOwn, type Outside, type Point } from '../outside.js';
import { serve, type Server } from '../programs.js';

/** Tests of configurations whose server, in Python, offers no TLS. */
export const smtpTls: Point = {
  number: 26,
  title: 'SMTP configurations say what they need of TLS',
  see: async () => {
    const server = await serve('sink.py', ['0']);
    try {
      return await withOwn({ EGRESS_ALLOW: '127.0.0.0/8' }, (own) => testAll(own, server));
    } finally {
      await server.stop();
    }
  },
};

async function testAll({ curl, inbox }: Outside, server: Server): Promise<string> {
  await inbox();
  const told: string[] = [];
  for (const [tls, ok] of [
    [undefined, false],
    ['required', false],
    ['if_offered', true],
    ['none', true],
  ] as const) {
    const made = await curl('POST', '/v1/smtp-configs', {
      json: { provider: 'SMTP', host: '127.0.0.1', port: Number(server.port), ...(tls && { tls }) },
    });
    must(made.status === 201, `${tls} was answered ${made.status} ${made.text}`);
    must(made.json.tls === (tls ?? 'required'), `${tls} is shown as ${made.json.tls}`);
    const taken = server.lines().length;
    const tested = await curl('POST', `/v1/smtp-configs/${made.json.id as string}/test`, {
      json: { to: 'kim@example.com' },
    });
    must(tested.json?.ok === ok, `${tls}: ${tested.status} ${tested.text}`);
    must(server.lines().length === taken + (ok ? 1 : 0), `${tls}: a mail too many or too few`);
    told.push(`${tls ?? 'unsaid'} ${ok ? 'sends' : 'does not'}`);
  }
  return `without TLS at the server: ${told.join(', ')}`;
}
