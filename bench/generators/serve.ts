/** What a program beside the service can be asked to do; jobs and results go through JSON. */
export type Commands = Readonly<Record<string, (job: never) => Promise<unknown>>>;

/** A command on its way to a program. */
export interface Question {
  readonly turn: number;
  readonly command: string;
  readonly job: unknown;
}

/** What became of it. */
export type Answer =
  | { readonly turn: number; readonly result: unknown }
  | { readonly turn: number; readonly error: string };

/** Runs the commands that the bench asks for until it ends; then `close`. */
export function serve(commands: Commands, close = async (): Promise<void> => undefined): void {
  const run = async ({ turn, command, job }: Question): Promise<Answer> => {
    try {
      return { turn, result: await commands[command]?.(job as never) };
    } catch (error) {
      return { turn, error: (error as Error).stack ?? String(error) };
    }
  };
  process.on('message', (question: Question) => {
    void run(question).then((answer) => process.send?.(answer));
  });
  process.once('disconnect', () => void close().finally(() => process.exit(0)));
}
