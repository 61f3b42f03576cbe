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

/**
 * What storage answers to work that may take longer, as long as it answers small questions (`ask`) meanwhile: the
 * first one is asked in good time for a client to hear within so many milliseconds that it does not.
 * @throws StorageUnavailable
 */
export function patiently<T>(
  milliseconds: number,
  work: Promise<T>,
  ask: () => Promise<unknown>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | null = null;
    const wait = () => (timer = setTimeout(look, milliseconds / 2));
    const look = () => {
      inTime(milliseconds / 2, ask()).then(() => timer && wait(), reject);
    };
    const over = () => {
      if (timer) clearTimeout(timer);
      timer = null;
    };
    wait();
    work.then(
      (value) => {
        over();
        resolve(value);
      },
      (error: Error) => {
        over();
        reject(error);
      },
    );
  });
}
