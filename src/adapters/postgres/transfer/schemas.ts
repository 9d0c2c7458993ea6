import type { TransferPart } from '../../sql/transfer/transfer-table.ts'
import { ACCOUNTS_SCHEMA } from '../accounts/accounts-migrations.ts'
import { COMPANY_SCHEMA } from '../companies/tables/company-migrations.ts'
import { COUNTERS_SCHEMA } from '../counters/counters-database.ts'
import type { Schema } from '../database/migrate.ts'

/** The schemas by the parts of the program. */
export const SCHEMAS: Readonly<Record<TransferPart, Schema>> = {
  companies: COMPANY_SCHEMA,
  accounts: ACCOUNTS_SCHEMA,
  usage: COUNTERS_SCHEMA,
}
