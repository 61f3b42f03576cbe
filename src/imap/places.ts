/** Connections that are signed in, by inbox. */
export class Places {
  readonly #taken = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** Takes one of the places of an inbox: what gives it back, or null when there is none. */
  take(address: string): (() => void) | null {
    const taken = this.#taken.get(address) ?? 0;
    if (taken >= this.most) return null;
    this.#taken.set(address, taken + 1);
    return () => this.#leave(address);
  }

  #leave(address: string): void {
    const left = (this.#taken.get(address) ?? 0) - 1;
    if (left > 0) this.#taken.set(address, left);
    else this.#taken.delete(address);
  }
}
