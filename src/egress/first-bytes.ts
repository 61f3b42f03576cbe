/** The beginning of an answer. */
export interface FirstBytes {
  readonly bytes: Buffer<ArrayBuffer>;
  /** Whether there were more than were to be read. */
  readonly isLonger: boolean;
  /** What broke it off; undefined where nothing did. */
  readonly error?: unknown;
}

/** Reads `max` bytes of an answer at most. Leaving the loop closes the connection: the rest is not read. */
export async function firstBytes(stream: AsyncIterable<unknown>, max: number): Promise<FirstBytes> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > max) break;
    }
  } catch (error) {
    return { bytes: Buffer.concat(chunks), isLonger: false, error };
  }
  return { bytes: Buffer.concat(chunks).subarray(0, max), isLonger: size > max };
}
