import { readJson, type JsonOutcome, type JsonText } from './read-json.js';

/** The task of the thread that reads large bodies. */
export default (text: JsonText): JsonOutcome => readJson(text);
