import type { Service } from './service.js';

/** A program that is connected. */
export interface Connected {
  /** The version of the protocol that was agreed on. */
  readonly protocol: string;
  tools(): Promise<number>;
  /** The structured content of an answer. @throws Error where the tool says that something is wrong */
  call(name: string, args: object): Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}

/** What is told of a program that has done everything. */
export interface Told {
  readonly protocol: string;
  readonly tools: number;
}

/** What an answer to a mail says, so that it is known which one it was. */
export const thanksFor = (code: string): string => `Thanks for ${code}`;

/** Lists the tools, makes an inbox, gets a code, answers the mail. @throws Error where something is not as it should be */
export async function tellStory(program: Connected, service: Service): Promise<Told> {
  const tools = await program.tools();
  const { id, address } = await program.call('create_inbox', {});
  const waiting = program.call('get_otp', { inbox_id: id });
  const sent = await service.sendCode(String(address));
  const { code, email_id } = await waiting;
  if (code !== sent) throw new Error(`the code was ${sent}, not ${String(code)}`);
  await program.call('reply_to_email', { inbox_id: id, email_id, text: thanksFor(sent) });
  await service.answered(thanksFor(sent));
  await program.close();
  return { protocol: program.protocol, tools };
}
