import { spawn, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../support/free-port.js';
import { ImapClient } from './client.js';

/** A Dovecot of its own, over messages in a Maildir. It is started by root and reads as nobody. */
export interface Dovecot {
  readonly port: number;
  client(): Promise<ImapClient>;
  close(): Promise<void>;
}

const NOBODY = Number(execFileSync('id', ['-u', 'nobody']));

/** Starts it; messages have the order of their UIDs. */
export async function startDovecot(messages: readonly Buffer[]): Promise<Dovecot> {
  const folder = await mkdtemp(join(tmpdir(), 'dovecot-'));
  await chmod(folder, 0o755);
  await writeMaildir(join(folder, 'mail'), messages);
  const port = await freePort();
  await writeFile(join(folder, 'dovecot.conf'), configuration(folder, port));
  const child = spawn('dovecot', ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
  const client = () => connected(port);
  while (child.exitCode === null && !(await client().catch(() => null))) await delay(50);
  return {
    port,
    client,
    async close() {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

async function connected(port: number): Promise<ImapClient> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const client = new ImapClient(socket);
  await client.greeted();
  return client;
}

async function writeMaildir(folder: string, messages: readonly Buffer[]): Promise<void> {
  for (const name of ['', 'cur', 'new', 'tmp']) {
    await mkdir(join(folder, name), { recursive: true });
    await chown(join(folder, name), NOBODY, NOBODY);
  }
  for (const [index, raw] of messages.entries()) {
    const file = join(folder, 'cur', `${1_000_000 + index}.M1.oracle:2,`);
    await writeFile(file, raw);
    await chown(file, NOBODY, NOBODY);
  }
}

const configuration = (folder: string, port: number) => `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
ssl = no
disable_plaintext_auth = no
default_internal_user = nobody
default_internal_group = nogroup
default_login_user = nobody
first_valid_uid = 0
mail_location = maildir:${folder}/mail
listen = 127.0.0.1
passdb {
  driver = static
  args = nopassword=y
}
userdb {
  driver = static
  args = uid=${NOBODY} gid=${NOBODY} home=${folder}/mail
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`;
