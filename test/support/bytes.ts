import { expect } from '@jest/globals';

/** Bytes are compared at once: Jest takes seconds for a megabyte, one key after the other. */
expect.addEqualityTesters([
  (one: unknown, other: unknown) =>
    one instanceof Uint8Array &&
    other instanceof Uint8Array &&
    one.constructor === other.constructor
      ? Buffer.compare(one, other) === 0
      : undefined,
]);
