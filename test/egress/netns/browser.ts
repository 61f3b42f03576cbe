import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Browsers } from '../../../src/browser/browsers.js';
import { makeShownCertificate } from '../../../src/browser/shown-certificate.js';
import { negativeAnswer, type DnsSource } from '../../../src/dns/answer.js';
import { createEgress } from '../../../src/egress/egress.js';
import { createLog } from '../../../src/log.js';
import { FORBIDDEN_HOSTS, PUBLIC } from '../spellings.js';
import type { Canary } from './canary.js';

// A page that reaches for all forbidden addresses in all ways that pages have, in a real Chromium.

const SITE = 'site.example';
/** Its name leads to a public address first, and inside from then on. */
const REBOUND = 'rebound.example';
const WAIT_SECONDS = 2;
// Hosts of a page: a session has so many connections at once.
const HOSTS = 16;

const SCRIPT = (hosts: readonly string[], port: number) => `
const quietly = (work) => { try { const done = work(); done?.catch?.(() => 0); } catch {} };
for (const host of ${JSON.stringify(hosts)}) {
  const at = host + ':${port}/';
  for (const scheme of ['https://', 'http://']) {
    quietly(() => fetch(scheme + at, { mode: 'no-cors' }));
    quietly(() => navigator.sendBeacon(scheme + at, 'x'));
    quietly(() => { new Image().src = scheme + at; });
    quietly(() => new EventSource(scheme + at));
    quietly(() => { const frame = document.createElement('iframe'); frame.src = scheme + at; document.body.append(frame); });
    for (const rel of ['preconnect', 'prefetch', 'dns-prefetch', 'stylesheet', 'manifest', 'icon'])
      quietly(() => document.head.append(Object.assign(document.createElement('link'), { rel, href: scheme + at })));
  }
  quietly(() => new WebSocket('wss://' + at));
  quietly(() => new WebSocket('ws://' + at));
  quietly(() => new WebTransport('https://' + at));
  quietly(() => {
    const urls = ['stun:' + host + ':${port}', 'turn:' + host + ':${port}?transport=tcp', 'turn:' + host + ':${port}?transport=udp'];
    const peer = new RTCPeerConnection({ iceServers: [{ urls, username: 'a', credential: 'b' }] });
    peer.createDataChannel('x');
    return peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  });
}`;

const OUT = '/out';

/** What a browser reached that it must not, and did not reach that it may. */
export async function browserProblems(canary: Canary): Promise<string[]> {
  const shown = await makeShownCertificate();
  const pages = pagesFor(canary.port);
  const server = createServer(shown, (request, response) => {
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(pages.get(request.url ?? '') ?? '');
  });
  await once(server.listen(0, '::'), 'listening');
  const { port } = server.address() as AddressInfo;
  const udp = await hearUdp(canary.port);
  const egress = createEgress({ allow: [], dns: zone() });
  const browsers = new Browsers({
    ...{ openTunnel: egress.openTunnel, certificate: async () => shown, chromiumPath: undefined },
    ...{ sandbox: 'wished', log: createLog('silent') },
  });
  const problems: string[] = [];
  try {
    const { session } = await browsers.open('org', () => undefined);
    const visit = async (path: string) => {
      const { outcome } = await session.act({
        action: 'goto',
        url: `https://${SITE}:${port}${path}`,
      });
      if (!outcome.ok) problems.push(`the page did not come: ${outcome.error}`);
      await session.act({ action: 'wait', seconds: WAIT_SECONDS });
      return canary.sung();
    };
    await canary.sung();
    for (const path of [...pages.keys()].filter((name) => name !== OUT))
      for (const address of (await visit(path)).filter((one) => one !== PUBLIC[0]))
        problems.push(`the browser connected to ${address}`);
    if ((await visit(OUT)).length === 0) problems.push(`the browser did not reach ${PUBLIC[0]}`);
    if (udp.packets() > 0) problems.push(`the browser sent ${udp.packets()} packets by UDP`);
  } finally {
    await browsers.close();
    await egress.close();
    udp.close();
    server.closeAllConnections();
    server.close();
  }
  return problems;
}

/** By their paths. */
function pagesFor(port: number): ReadonlyMap<string, string> {
  const hosts = FORBIDDEN_HOSTS.map(([, host]) => host).filter((host) => !host.includes('%'));
  const all = [REBOUND, ...hosts];
  const page = (some: readonly string[]) => `<body><script>${SCRIPT(some, port)}</script>`;
  const groups = [...Array(Math.ceil(all.length / HOSTS)).keys()];
  return new Map([
    ...groups.map((n) => [`/${n}`, page(all.slice(n * HOSTS, (n + 1) * HOSTS))] as const),
    [OUT, page([PUBLIC[0]!])],
  ]);
}

function zone(): DnsSource {
  let asked = 0;
  const addresses: Readonly<Record<string, () => string>> = {
    [SITE]: () => PUBLIC[0]!,
    [REBOUND]: () => (asked++ === 0 ? PUBLIC[0]! : '10.0.0.1'),
  };
  return {
    ask: async ({ name, type }) => {
      const address = type === 'A' ? addresses[name]?.() : undefined;
      return address ? { kind: 'found', records: [address], ttl: 0 } : negativeAnswer('no_name');
    },
  };
}

async function hearUdp(port: number) {
  let packets = 0;
  const socket = createSocket('udp6', () => packets++);
  socket.bind(port, '::');
  await once(socket, 'listening');
  return { packets: () => packets, close: () => socket.close() };
}
