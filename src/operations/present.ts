import { PreparedJson } from './prepared-json.js';
import { Answer, type ValueOperation } from './operation.js';

/** What an operation returned, as clients may see it. */
export interface Presented {
  readonly status: number;
  /** Undefined for an empty answer; `PreparedJson` where its JSON is there already. */
  readonly value: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Lets only the fields of the output schema through; JSON that was made was checked when it was. */
export function present(
  { output, http }: Pick<ValueOperation, 'output' | 'http'>,
  result: unknown,
): Presented {
  const answer: Answer<unknown> = result instanceof Answer ? result : new Answer(result, null);
  const { value, headers } = answer;
  const isEmpty = value === undefined;
  return {
    status: answer.status ?? (isEmpty ? 204 : (http?.status ?? 200)),
    value: isEmpty || value instanceof PreparedJson ? value : output.parse(value),
    headers,
  };
}
