import type { CodeCase } from './code-case.js';
import type { Feature } from '../model/model.js';

/** A question about a candidate for a code. */
export type CodeFeature = Feature<CodeCase>;
