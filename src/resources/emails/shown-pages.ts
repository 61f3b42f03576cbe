import { LRUCache } from 'lru-cache';
import type { PreparedJson } from '../../operations/prepared-json.js';
import type { EmailPage, PageState } from './selection.js';

/** A page as it was shown. */
export interface ShownPage {
  readonly state: PageState;
  readonly json: PreparedJson;
}

// Bytes in all, and of one page; milliseconds since it was asked for last.
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_PAGE_BYTES = 2 * 1024 * 1024;
const KEPT_MS = 60_000;
// Tools keep text, quoted text and bytes of a page beside its JSON.
const COPIES = 4;
const AROUND_BYTES = 1_024;

const FIRST_TIME = 'asked once';

/** Pages that were asked for more than once of late, by what was asked. */
export class ShownPages {
  private readonly pages = new LRUCache<string, ShownPage | typeof FIRST_TIME>({
    ...{ maxSize: MAX_BYTES, maxEntrySize: MAX_PAGE_BYTES, sizeCalculation: sizeOf },
    ...{ ttl: KEPT_MS, updateAgeOnGet: true, ttlAutopurge: true },
  });

  find(asked: string): ShownPage | undefined {
    const found = this.pages.get(asked);
    return found === FIRST_TIME ? undefined : found;
  }

  /** Whether it was asked before: to tell how rows are costs a little, most pages are asked for once. */
  isAskedAgain(asked: string): boolean {
    if (this.pages.has(asked)) return true;
    this.pages.set(asked, FIRST_TIME);
    return false;
  }

  /** The JSON of a page, kept where its state is known and tells of all that it was made of. */
  kept(asked: string, { state, mails }: EmailPage, json: PreparedJson): PreparedJson {
    if (!state) return json;
    if (mails.others.length > 0 || json.longText > 0) {
      this.pages.delete(asked);
      return json;
    }
    const shown = { state, json: json.inOne };
    this.pages.set(asked, shown);
    return shown.json;
  }
}

const sizeOf = (page: ShownPage | typeof FIRST_TIME, asked: string): number =>
  AROUND_BYTES + asked.length + (page === FIRST_TIME ? 0 : COPIES * page.json.bytes.length);
