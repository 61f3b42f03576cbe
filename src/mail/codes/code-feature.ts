import type { CodeCase } from './code-case.js';
import type { Feature } from '../model/model.js';

/** A question about a candidate for a code. */
export type CodeFeature = Feature<CodeCase>;

/** 1 for yes. */
export const flag = (is: boolean): number => (is ? 1 : 0);
/** Counts tell by their order of magnitude. */
export const magnitude = (count: number): number => Math.log2(1 + count) / 4;
