import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * Returns the 49,233 passwords that are most frequent in leaks, in lower case (zxcvbn-ts, MIT; from "10
 * million passwords" and others).
 */
export function frequentPasswords(): ReadonlySet<string> {
  return new Set(dictionary.passwords.map((password) => password.toLowerCase()))
}
