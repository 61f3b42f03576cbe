import { StorageUnavailable } from './session.js';

/**
 * What storage answers within so many milliseconds: a statement that hangs may take longer than a client
 * should wait to hear so. `late` gets what comes afterwards. @throws StorageUnavailable
 */
export function inTime<T>(
  milliseconds: number,
  work: Promise<T>,
  late: (value: T) => void = () => {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      reject(new StorageUnavailable());
    }, milliseconds);
    work
      .then((value) => (isOver ? late(value) : resolve(value)), reject)
      .finally(() => clearTimeout(timer));
  });
}
