import type { WantedFields } from '../session.js';
import type { FetchItem, SimpleItem } from './items.js';

/** What storage has to be asked for; what is not here is known of every message of a selected mailbox. */
const FIELDS: Readonly<Partial<Record<SimpleItem, keyof WantedFields>>> = {
  THREADID: 'threadId',
  INTERNALDATE: 'internalDate',
  'RFC822.SIZE': 'size',
  ENVELOPE: 'envelope',
  BODY: 'structure',
  BODYSTRUCTURE: 'structure',
  PREVIEW: 'preview',
};

/** What storage has to be asked for; null where it has not. */
export function wantedFor(items: readonly FetchItem[]): WantedFields | null {
  const fields = items.map(fieldOf).filter((field) => field !== undefined);
  return fields.length === 0 ? null : Object.fromEntries(fields.map((field) => [field, true]));
}

function fieldOf(item: FetchItem): keyof WantedFields | undefined {
  if (item.kind === 'simple') return FIELDS[item.label];
  return isWhole(item) ? 'size' : 'parts';
}

/** Whether an item is the message itself: its size is all that has to be known. */
export const isWhole = (item: FetchItem): boolean =>
  item.kind === 'section' && item.section.of === 'all' && item.section.path.length === 0;
