import { Context } from '@temporalio/activity';

const EVERY = 5_000;

/** Tells Temporal that `work` is under way: what a killed worker was at is tried again soon, however long it may take. */
export async function withHeartbeat<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), EVERY);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
