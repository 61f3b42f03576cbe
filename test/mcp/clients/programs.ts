import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runForeign } from './foreign.js';
import {
  connectInspector,
  connectRemote,
  signInOauth4webapi,
  signInOpenidClient,
} from './npm-programs.js';
import { connectCommand, signInClient, signInSdk } from './packages.js';
import type { Service } from './service.js';
import { tellStory, type Connected, type Told } from './story.js';
import { ran } from './temporary.js';

/** What programs are run in. */
export interface Surroundings {
  readonly service: Service;
  /** Removed afterwards. */
  readonly directory: string;
  /** The sources of this project. */
  readonly root: string;
}

/** A program that nobody has changed. */
export interface ClientProgram {
  readonly name: string;
  readonly version: string;
  /** How it shows who it is. */
  readonly by: 'browser' | 'key';
  run(surroundings: Surroundings): Promise<Told>;
}

const connecting =
  (connect: (service: Service, directory: string) => Promise<Connected>): ClientProgram['run'] =>
  async ({ service, directory }) =>
    tellStory(await connect(service, directory), service);

const python = (version: string, mode: string): ClientProgram => ({
  name: `mcp for Python, ${mode}`,
  ...{ version, by: 'browser' },
  async run({ service, directory, root }) {
    const place = join(directory, 'python');
    await ran('python3', ['-m', 'venv', place]);
    await ran(join(place, 'bin/pip'), ['install', '--quiet', `mcp==${version}`]);
    const program = join(root, 'test/mcp/clients/program.py');
    return runForeign(service, join(place, 'bin/python'), [program, mode], place);
  },
});

const go = (version: string): ClientProgram => ({
  name: 'go-sdk',
  ...{ version, by: 'browser' },
  async run({ service, directory, root }) {
    const place = join(directory, 'go');
    await mkdir(place);
    await copyFile(join(root, 'test/mcp/clients/program.go'), join(place, 'main.go'));
    const inPlace = { cwd: place };
    await ran('go', ['mod', 'init', 'program'], inPlace);
    await ran('go', ['get', `github.com/modelcontextprotocol/go-sdk@v${version}`], inPlace);
    await ran('go', ['mod', 'tidy'], inPlace);
    await ran('go', ['build', '-o', 'program', '.'], inPlace);
    return runForeign(service, join(place, 'program'), [], place);
  },
});

const stdio: ClientProgram['run'] = async ({ service, root }) => {
  const env = { RESTANTE_API_KEY: service.key, RESTANTE_API_URL: service.base };
  const main = join(root, 'dist/src/mcp/stdio/main.js');
  return tellStory(await connectCommand(process.execPath, [main], env), service);
};

/** All of them, in the versions that they were seen with. */
export async function clientPrograms(root: string): Promise<readonly ClientProgram[]> {
  const installed = async (name: string) => {
    const text = await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8');
    return { name, version: (JSON.parse(text) as { version: string }).version };
  };
  const sdk = await installed('@modelcontextprotocol/sdk');
  const client = await installed('@modelcontextprotocol/client');
  const oauth4webapi = await installed('oauth4webapi');
  const named = (name: string, version: string) => ({ name, version });
  return [
    { ...sdk, by: 'browser', run: connecting(signInSdk) },
    { ...sdk, name: 'restante-mcp with sdk', by: 'key', run: stdio },
    { ...client, by: 'browser', run: connecting(signInClient('auto')) },
    { ...client, by: 'browser', run: connecting(signInClient('legacy')) },
    { ...oauth4webapi, by: 'browser', run: connecting(signInOauth4webapi) },
    {
      ...named('openid-client', '6.9.0'),
      by: 'browser',
      run: connecting(signInOpenidClient('6.9.0')),
    },
    { ...named('mcp-remote', '0.15.1'), by: 'browser', run: connecting(connectRemote('0.15.1')) },
    {
      ...named('inspector --cli', '2.12.0'),
      by: 'key',
      run: connecting(connectInspector('2.12.0')),
    },
    python('2.3.0', 'auto'),
    python('2.3.0', 'legacy'),
    go('1.8.0'),
  ];
}
