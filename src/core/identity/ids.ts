export type KeyId = string & { readonly brand: 'KeyId' }

export type AccountId = string & { readonly brand: 'AccountId' }

/** Who acts: an account, or one of the two that are none. */
export type Actor = AccountId | 'command line' | 'system'

/** The account that owns keys made by the command line. */
export const LOCAL_ACCOUNT = 'local' as AccountId
