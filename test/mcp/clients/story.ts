import type { Service } from './service.js';

/** A program that is connected. */
export interface Connected {
  /** The version of the protocol that was agreed on. */
  readonly protocol: string;
  tools(): Promise<number>;
  /** The structured content of an answer. @throws Error where the tool says that something is wrong */
  call(name: string, args: object): Promise<Readonly<Record<string, unknown>>>;
  /** Opens another window of it, which shares what it keeps; absent of programs that have one alone. */
  readonly openWindow?: () => Promise<Connected>;
  close(): Promise<void>;
}

/** What is told of a program that has done everything. */
export interface Told {
  readonly protocol: string;
  readonly tools: number;
  /** Its windows that refreshed their token at once. */
  readonly windows: number;
}

/** What an answer to a mail says, so that it is known which one it was. */
export const thanksFor = (code: string): string => `Thanks for ${code}`;

/**
 * Lists the tools, makes an inbox, gets a code, answers the mail; goes on when the service is killed, and when the token
 * of all its windows expires. @throws Error where something is not as it should be
 */
export async function tellStory(program: Connected, service: Service): Promise<Told> {
  const tools = await program.tools();
  const { id, address } = await program.call('create_inbox', {});
  const waiting = program.call('get_otp', { inbox_id: id });
  const sent = await service.sendCode(String(address));
  const { code, email_id } = await waiting;
  if (code !== sent) throw new Error(`the code was ${sent}, not ${String(code)}`);
  await program.call('reply_to_email', { inbox_id: id, email_id, text: thanksFor(sent) });
  await service.answered(thanksFor(sent));
  await service.killed();
  await program.call('get_inbox', { inbox_id: id });
  const windows = await refreshAtOnce(program, service);
  await program.close();
  return { protocol: program.protocol, tools, windows };
}

/** How many windows have got on. */
async function refreshAtOnce(program: Connected, service: Service): Promise<number> {
  const { openWindow } = program;
  if (!openWindow) return 0;
  const others = [await openWindow(), await openWindow()];
  await service.expireTokens();
  const listed = await Promise.all(
    [program, ...others].map((window) => window.call('list_inboxes', {})),
  );
  for (const window of others) await window.close();
  return listed.length;
}
