/**
 * What `promise` answers, or `otherwise` after so many milliseconds. (Deadlines of Temporal's client
 * are not hard: with the server away 2 s become 3 to 6.)
 */
export async function withTimeout<T>(
  milliseconds: number,
  promise: Promise<T>,
  otherwise: T,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, milliseconds, otherwise);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
