import { dictionary } from '@zxcvbn-ts/language-common'
import type { CommonPasswords } from '../../core/accounts/password.ts'

/**
 * Returns the 49,233 passwords that are most frequent in leaks, in lower case (zxcvbn-ts, MIT; from "10
 * million passwords" and others). The set is built for the first question, as most starts of a server have none.
 */
export function frequentPasswords(): CommonPasswords {
  let known: ReadonlySet<string> | undefined
  return {
    has: (password) => {
      known ??= new Set(dictionary.passwords.map((one) => one.toLowerCase()))
      return known.has(password)
    },
  }
}
