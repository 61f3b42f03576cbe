import { AppError } from '../../errors.js';
import { StorageUnavailable } from '../../imap/session.js';

/** What `reading` answers. @throws StorageUnavailable where it says that storage is away */
export const available = <T>(reading: Promise<T>): Promise<T> => reading.catch(failed);

function failed(error: unknown): never {
  if (error instanceof AppError && error.status === 503)
    throw new StorageUnavailable('Storage is away', { cause: error });
  throw error;
}
