import { Ajv2020 } from 'ajv/dist/2020.js';
import type { SchemaCheck } from './json-schema.js';

const MAX_PROBLEMS = 10;

/** What is wrong: with the schema itself where it is no schema, else with `value`. Without a check it only loads. */
export default function check(given: SchemaCheck | null): readonly string[] {
  if (given === null) return [];
  // No `$data`, and nothing is fetched: a `$ref` to elsewhere does not compile.
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false, addUsedSchema: false });
  try {
    const validate = ajv.compile(given.schema);
    if (given.value === undefined || validate(given.value)) return [];
    return (validate.errors ?? [])
      .slice(0, MAX_PROBLEMS)
      .map(({ instancePath, message }) => `${instancePath || '/'} ${message ?? 'is not valid'}`);
  } catch (error) {
    return [error instanceof Error ? error.message : 'is no JSON Schema'];
  }
}
