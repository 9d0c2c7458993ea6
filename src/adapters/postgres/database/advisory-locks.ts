/** The locks that the program takes on a whole database, so that of several nodes only one does something. */

/** First number of all locks of the program; "firm" in ASCII. */
export const LOCK_CLASS = 0x6669_726d

/** Second numbers. They must not change: nodes of different versions lock each other out by them. */
export const LOCKS = {
  /** Held while the schema is migrated. */
  migration: 1,
  /** Held by the writer of companies as long as it is open. */
  companyWriter: 2,
  /** Held by each transaction that changes accounts; shared, except by those that must run alone. */
  accounts: 3,
  /** Held while usage is added up. */
  usage: 4,
  /** Held by each transaction that changes companies or suppressions, of the writer or beside it. */
  companyChange: 5,
  /** Held by `doctor` for a moment. */
  examination: 100,
  /** Held while a node writes an index that all nodes share. */
  indexWriter: 6,
} as const

/** First number of the locks of single accounts; the second one is derived from the account. */
export const ACCOUNT_LOCK_CLASS = LOCK_CLASS + 1
