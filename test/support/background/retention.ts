import { NOTHING_LEFT } from '../../../src/store/retention/purged.js';
import type { BackgroundWork } from '../background-work.js';

export const background: BackgroundWork = {
  idle: { retention: { purgeChunk: async () => NOTHING_LEFT } },
  left: {},
};
