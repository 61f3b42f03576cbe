import { must, type Point } from '../outside.js';
import { python } from '../programs.js';

/** Sign-ups of one IPv6 network, and a connection that says nothing. */
export const addresses: Point = {
  number: 10,
  title: 'a /64 counts as one address; a connection has 60 s until MAIL',
  see: async ({ curl, service }) => {
    const signUp = async (address: string) => {
      const { status } = await curl('POST', '/v1/orgs', {
        json: { name: 'outside' },
        headers: [`X-Forwarded-For: ${address}`],
      });
      return status;
    };
    const one = ['2001:db8:1::1', '2001:db8:1::2', '2001:db8:1:0:ffff::1', '2001:db8:1::9'];
    const statuses: number[] = [];
    for (const address of one) statuses.push(await signUp(address));
    must(statuses.join() === '201,201,201,429', `one /64 was answered ${statuses.join()}`);
    const other = await signUp('2001:db8:1:1::1');
    must(other === 201, `another /64 was answered ${other}`);
    const { host, port } = service.smtp;
    const said = (await python('idle.py', [host, String(port)])).trim();
    must(/^(59|6\d) 421 /.test(said), `a silent connection heard ${said}`);
    return `${statuses.join(', ')}; another /64 ${other}; ${said.slice(0, 6)} s`;
  },
};
