/** The port to the files of lists while they are received and read. They are in a folder of this server and never outlive it. */
import type { AccountId } from '../identity/ids.ts'
import type { CustomerList, ListOptions } from './customer-list.ts'

/** Files that an account sends to a thread at the same time, at most. */
export const UPLOADS_PER_ACCOUNT_MAX = 2

/** Files that clients send. */
export interface Uploads {
  /**
   * Stores what an account sends in a new file, and returns its path. `undefined`: nobody sends it, or the sender needs
   * no account.
   *
   * @throws what the iteration throws; `conflict` if the account sends `UPLOADS_PER_ACCOUNT_MAX` files already;
   * `service_unavailable` if too much arrives at the same time, or it cannot be stored: the disk is full or
   * broken, or too many files are open.
   * Then there is no file.
   */
  store(chunks: AsyncIterable<Uint8Array>, account: AccountId | undefined): Promise<string>
  /** Deletes a file; does nothing if it is gone. */
  discard(path: string): void
}

/** Files of lists. */
export interface ListFiles extends Uploads {
  /** As `CustomerList`. @throws {FileFault} if it cannot be read to its end, or has no rows. */
  open(path: string, options: ListOptions): Promise<CustomerList>
  /** Yields the bytes of a file in parts of at most `FILE_PART_BYTES`. */
  parts(path: string): AsyncIterable<Uint8Array>
}
