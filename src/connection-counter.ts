import { countedAddress, namesOf, WIDE_TIMES } from './auth/counted-address.js';

/** How many connections may be open in all, and from one address. */
export interface CountedConnections {
  readonly connections: number;
  readonly connectionsPerAddress: number;
}

/** Open connections in all, by address and by network. */
export class ConnectionCounter {
  readonly #byName = new Map<string, number>();
  #open = 0;

  constructor(private readonly limits: CountedConnections) {}

  /** Counts one more connection; false, and not counted, when there are too many. */
  open(address: string): boolean {
    const { narrow, wide } = countedAddress(address);
    const most = this.limits.connectionsPerAddress;
    if (this.#open >= this.limits.connections || this.#count(narrow) >= most) return false;
    if (wide !== null && this.#count(wide) >= most * WIDE_TIMES) return false;
    this.#change(address, 1);
    return true;
  }

  /** To be called once for every connection that `open` let in. */
  close(address: string): void {
    this.#change(address, -1);
  }

  #count(name: string): number {
    return this.#byName.get(name) ?? 0;
  }

  #change(address: string, by: 1 | -1): void {
    this.#open += by;
    for (const name of namesOf(countedAddress(address))) {
      const count = this.#count(name) + by;
      if (count > 0) this.#byName.set(name, count);
      else this.#byName.delete(name);
    }
  }
}
