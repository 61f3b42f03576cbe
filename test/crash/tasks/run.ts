import { runStories, type StoriesOptions } from '../gated/run.js';
import { AGENTS } from './agents.js';
import { CUSTOM } from './custom.js';
import { loseTemporal } from './many.js';
import { READING } from './reading.js';
import { openScene } from './scene.js';
import { WAITING } from './waiting.js';

/** Kills the service at each step of each type of task, then deletes what Temporal knew of two hundred. */
export const runTasks = (options: StoriesOptions) =>
  runStories(
    {
      name: 'tasks',
      openScene,
      stories: [...WAITING, ...READING, ...AGENTS, ...CUSTOM],
      afterwards: { Temporal: loseTemporal },
    },
    options,
  );
