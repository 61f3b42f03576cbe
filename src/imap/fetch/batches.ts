import type { FetchedMessage, WantedFields } from '../session.js';

// Messages that are read at once. What is made of their bytes is in memory until it is told: of ordinary mail that
// is little, of hostile mail much.
const WITH_BYTES = 16;
const FEW = 50;
const MANY = 1_000;
const MUCH = 1024 * 1024;

/** Cuts what a FETCH asks for into parts that are read one after the other. */
export class Batches {
  #from = 0;
  #atOnce: number;

  constructor(
    private readonly uids: readonly number[],
    private readonly wanted: WantedFields,
    withBytes: boolean,
  ) {
    this.#atOnce = withBytes ? WITH_BYTES : isMade(wanted) ? FEW : MANY;
  }

  /** Those that are next; none at the end. */
  next(): readonly number[] {
    const some = this.uids.slice(this.#from, this.#from + this.#atOnce);
    this.#from += some.length;
    return some;
  }

  /** What was read of the last ones: there may be more the next time. */
  took(found: readonly FetchedMessage[]): void {
    if (this.#atOnce >= FEW && isMade(this.wanted)) this.#atOnce = nextAtOnce(this.#atOnce, found);
  }
}

const isMade = ({ envelope, structure, parts }: WantedFields) => envelope ?? structure ?? parts;

/** As many as come to about `MUCH`, twice as many as before at most. */
function nextAtOnce(atOnce: number, found: readonly FetchedMessage[]): number {
  const bytes = found.reduce((sum, { envelope, body, bodyStructure }) => {
    const made = [envelope, body, bodyStructure];
    return sum + made.reduce((of, wire) => of + (wire?.length ?? 0), 0);
  }, 1);
  const fit = Math.floor((MUCH / bytes) * found.length);
  return Math.max(FEW, Math.min(MANY, 2 * atOnce, fit));
}
