/** The id of a key: `key_` and random characters. */
export type KeyId = string & { readonly brand: 'KeyId' }

/** The id of an account: `acc_` and random characters, or `LOCAL_ACCOUNT`. */
export type AccountId = string & { readonly brand: 'AccountId' }

/** Who makes a change: an account, the command line, or the server itself. */
export type Actor = AccountId | 'command line' | 'system'

/** The account that owns the keys of the command line. */
export const LOCAL_ACCOUNT = 'local' as AccountId
