import { Ajv2020 } from 'ajv/dist/2020.js';
import type { SchemaCheck } from './json-schema.js';

const MAX_PROBLEMS = 10;
const OPTIONS = { strict: false, allErrors: true, logger: false } as const;

/** Knows what a schema is; asked once while it loads, as the first answer takes many times as long as the next. */
const schemas = new Ajv2020(OPTIONS);
void schemas.validateSchema({});

/** What is wrong: with the schema itself where it is no schema, else with `value`. Without a check it only loads. */
export default function check(given: SchemaCheck | null): readonly string[] {
  if (given === null) return [];
  try {
    void schemas.validateSchema(given.schema, true);
    // A new one for each: no schema hears of another. No `$data`, and nothing is fetched: a `$ref` to elsewhere does not compile.
    const validate = new Ajv2020({ ...OPTIONS, meta: false, validateSchema: false }).compile(
      given.schema,
    );
    if (given.value === undefined || validate(given.value)) return [];
    return (validate.errors ?? [])
      .slice(0, MAX_PROBLEMS)
      .map(({ instancePath, message }) => `${instancePath || '/'} ${message ?? 'is not valid'}`);
  } catch (error) {
    return [error instanceof Error ? error.message : 'is no JSON Schema'];
  }
}
