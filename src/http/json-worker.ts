import { readJson } from './read-json.js';

/** The task of the thread that reads large bodies. */
export default readJson;
