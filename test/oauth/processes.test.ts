import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from '../e2e/installation.js';
import { freePort } from '../support/free-port.js';
import { allow } from './browser.js';
import { Program, type Tokens } from './program.js';

const MANY = Array.from({ length: 20 }, (_, index) => index);

describe('Two processes behind one address', () => {
  let installation: SharedInstallation;
  let second: RunningService;
  let publicUrl: string;
  let key: string;
  let program: Program;

  const startSecond = () =>
    installation.start({ role: 'api', settings: { PUBLIC_URL: publicUrl } });

  beforeAll(async () => {
    const port = await freePort();
    publicUrl = `http://127.0.0.1:${port}`;
    installation = await createSharedInstallation();
    await installation.start({ role: 'api', settings: { HTTP_PORT: String(port) } });
    second = await startSecond();
    key = await installation.apiKey();
    program = await Program.register(publicUrl);
  });
  afterAll(() => installation.remove());

  const at = (index: number) => (index % 2 === 0 ? program : program.at(second.rest));
  const works = async (token: string, other = second) => {
    const headers = { Authorization: `Bearer ${token}` };
    const replies = await Promise.all(
      [publicUrl, other.rest].map((url) => fetch(`${url}/v1/inboxes`, { headers })),
    );
    return replies.every(({ status }) => status === 200);
  };

  it('exchange a code that twenty use at once for one of them, and end what came of it', async () => {
    const underWay = await program.begin();
    const callback = await allow(underWay.url, key);
    const answers = await Promise.all(MANY.map((index) => at(index).exchange(callback, underWay)));
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(1);
    expect(await works(((await taken[0]!.json()) as Tokens).access_token)).toBe(false);
  });

  it('give twenty that refresh at once the same living successor', async () => {
    const { refresh_token: token } = await program.signIn(key);
    const answers = await Promise.all(MANY.map((index) => at(index).refresh(token!)));
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as Tokens[];
    expect(new Set(bodies.map(({ access_token: access }) => access)).size).toBe(1);
    expect(await works(bodies[0]!.access_token)).toBe(true);
  });

  it('let everybody go on whose refresh was under way in one that is killed', async () => {
    const held: string[] = [];
    while (held.length < MANY.length) held.push((await program.signIn(key)).refresh_token!);
    const elsewhere = program.at(second.rest);
    // Null where the answer did not come, or not all of it.
    const answers = held.map((token) => elsewhere.refreshed(token).catch(() => null));
    await Promise.race(answers);
    second.kill('SIGKILL');
    const refreshed = await Promise.all(
      answers.map(async (answer, index) => (await answer) ?? program.refreshed(held[index]!)),
    );
    const third = await startSecond();
    for (const { access_token: token } of refreshed) expect(await works(token, third)).toBe(true);
  });
});
