import { runStories, type Act, type StoriesOptions } from '../gated/run.js';
import { openScene, type Scene } from './scene.js';
import { STORIES } from './stories.js';

/** Kills the service at each step of mail that waits for approval. */
export const runApprovals = (options: StoriesOptions) =>
  runStories(
    { name: 'approvals', openScene, stories: STORIES, afterwards: { rest: checkNothingWaits } },
    options,
  );

/** Whatever was asked is decided, and nothing that waits is left behind. */
const checkNothingWaits: Act<Scene> = async ({ database }, problem) => {
  const { rows } = await database.query<{ id: string }>(
    `SELECT id FROM approvals WHERE status = 'PENDING'`,
  );
  for (const { id } of rows) problem(`${id} still waits`);
};
