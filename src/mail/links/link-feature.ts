import type { Feature } from '../model/model.js';
import type { LinkCase } from './link-case.js';

/** A question about a link. */
export type LinkFeature = Feature<LinkCase>;
