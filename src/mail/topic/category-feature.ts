import type { Feature } from '../model/model.js';
import type { CategoryCase } from './category-case.js';

/** A question about a mail as a whole: its answer weighs otherwise for each category. */
export type CategoryFeature = Feature<CategoryCase>;
