import type { ConnectionLike } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';
import type { Log } from '../log.js';

/** The organizations a run works for. */
export const orgIds = defineSearchAttributeKey('OrgId', 'KEYWORD_LIST');
/** The emails or the inbox a run works on. */
export const resourceIds = defineSearchAttributeKey('ResourceId', 'KEYWORD_LIST');
/** What a long-lived run waits for. */
export const phase = defineSearchAttributeKey('Phase', 'KEYWORD');

const ALL = [orgIds, resourceIds, phase];
// temporal.api.enums.v1.IndexedValueType
const TYPE_NUMBERS = { KEYWORD: 2, KEYWORD_LIST: 7 };

/**
 * Adds the search attributes that the namespace lacks. Where that is not permitted (Temporal Cloud)
 * an operator has to add them: the log names what is missing.
 */
export async function ensureSearchAttributes(
  { operatorService }: Pick<ConnectionLike, 'operatorService'>,
  namespace: string,
  log: Log,
): Promise<void> {
  try {
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
    const missing = ALL.filter(({ name }) => customAttributes[name] === undefined);
    if (missing.length === 0) return;
    await operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(
        missing.map(({ name, type }) => [name, TYPE_NUMBERS[type]]),
      ),
    });
    log.info({ added: missing.map(({ name }) => name) }, 'search attributes added to Temporal');
  } catch (error) {
    const needed = ALL.map(({ name, type }) => `${name} (${type})`).join(', ');
    log.warn({ needed, reason: (error as Error).message }, 'search attributes could not be added');
  }
}
