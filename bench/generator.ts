import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Answer, Commands, Question } from './generators/serve.js';

/** A program beside the service that makes load, or does the least of the same work. */
export interface Program<C extends Commands> {
  /** Runs a command there. @throws Error with what it said. */
  ask<K extends keyof C & string>(
    command: K,
    ...job: Parameters<C[K]>
  ): Promise<Awaited<ReturnType<C[K]>>>;
  readonly pid: number;
  end(): Promise<void>;
}

/**
 * Starts a program of `bench/` in a process of its own, so that its work is not in the figures of
 * the service, and its event loop is not in the way of any other.
 */
export function startProgram<C extends Commands>(path: string): Program<C> {
  const child = fork(fileURLToPath(new URL(`./${path}.js`, import.meta.url)));
  const pending = new Map<number, (answer: Answer) => void>();
  let next = 0;
  child.on('message', (answer: Answer) => {
    pending.get(answer.turn)?.(answer);
    pending.delete(answer.turn);
  });
  child.once('exit', (code) => {
    for (const [turn, settle] of pending) settle({ turn, error: `${path} ended with ${code}` });
  });
  const ask = async (command: string, job: unknown): Promise<unknown> => {
    const turn = next++;
    const answered = new Promise<Answer>((resolve) => pending.set(turn, resolve));
    child.send({ turn, command, job } satisfies Question);
    const answer = await answered;
    if ('error' in answer) throw new Error(answer.error);
    return answer.result;
  };
  return {
    ask: (command, job?) => ask(command, job) as never,
    pid: child.pid!,
    async end() {
      if (child.exitCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** Runs `work` with a program that is ended afterwards. */
export async function withProgram<C extends Commands, T>(
  path: string,
  work: (program: Program<C>) => Promise<T>,
): Promise<T> {
  const program = startProgram<C>(path);
  try {
    return await work(program);
  } finally {
    await program.end();
  }
}
