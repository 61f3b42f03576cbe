import type { KeyWrapper } from './key-wrapper.js';

// A wrapped key that names its master key: this byte, the length of the name, the name, what the master key made.
const NAMED = 2;

/** The master key that wraps, and the one before it, which still unwraps. */
export class KeyRing {
  constructor(
    private readonly current: KeyWrapper,
    private readonly previous: KeyWrapper | null = null,
  ) {}

  /** What everything begins with that the current master key wrapped. */
  get currentName(): Buffer {
    return nameOf(this.current);
  }

  /** `key` wrapped by the current master key, which it names. */
  async wrap(about: readonly string[], key: Buffer): Promise<Buffer> {
    return Buffer.concat([this.currentName, await this.current.wrap(about, key)]);
  }

  /** @throws Error that names the master key where it is not here */
  async unwrap(about: readonly string[], wrapped: Buffer): Promise<Buffer> {
    if (wrapped[0] !== NAMED) return this.unwrapUnnamed(about, wrapped);
    for (const wrapper of this.wrappers) {
      const name = nameOf(wrapper);
      if (wrapped.subarray(0, name.length).equals(name))
        return wrapper.unwrap(about, wrapped.subarray(name.length));
    }
    const name = wrapped.subarray(2, 2 + (wrapped[1] ?? 0)).toString();
    throw new Error(
      `The key was wrapped by ${name}, which is neither MASTER_KEY nor the one before`,
    );
  }

  /** Wrapped before keys named their master key. */
  private async unwrapUnnamed(about: readonly string[], wrapped: Buffer): Promise<Buffer> {
    const { current, previous } = this;
    if (!previous) return current.unwrap(about, wrapped);
    return current.unwrap(about, wrapped).catch(() => previous.unwrap(about, wrapped));
  }

  private get wrappers(): readonly KeyWrapper[] {
    return this.previous ? [this.current, this.previous] : [this.current];
  }
}

function nameOf({ id }: KeyWrapper): Buffer {
  const name = Buffer.from(id);
  return Buffer.concat([Buffer.of(NAMED, name.length), name]);
}
