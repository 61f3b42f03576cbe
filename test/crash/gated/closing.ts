/** What is closed in the end, the last first. */
export type Closing = (() => unknown)[];

/** What `open` opened, and what closes all that it did; it is closed at once where it fails. */
export async function closable<T extends object>(
  open: (closing: Closing) => Promise<T>,
): Promise<T & { close(): Promise<void> }> {
  const closing: Closing = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    return { ...(await open(closing)), close };
  } catch (error) {
    await close();
    throw error;
  }
}
