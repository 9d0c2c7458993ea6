/** Read access to the accounts file, for the supervisor. */
import { openAccountReader } from '../../adapters/sqlite/accounts/account-reader.ts'
import { openEmailReader } from '../../adapters/sqlite/accounts/email-reader.ts'
import type { AccountReader } from '../../core/accounts/account-reader.ts'
import type { EmailReader } from '../../core/notifications/outbox.ts'
import { dataFiles } from '../data-folder.ts'

/** The accounts and e-mails as `openAccountsReadOnly` opens them. */
export interface AccountReaders {
  readonly accountReader: AccountReader
  readonly emails: EmailReader
  close(): Promise<void>
}

/** Opens the accounts file read-only. */
export function openAccountsReadOnly(dataDir: string): AccountReaders {
  const path = dataFiles(dataDir).accounts
  const accountReader = openAccountReader(path)
  const emails = openEmailReader(path)
  return {
    accountReader,
    emails,
    async close() {
      await accountReader.close()
      emails.close()
    },
  }
}
