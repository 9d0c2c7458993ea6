import { dictionary } from '@zxcvbn-ts/language-common'

/** The 49,233 passwords that leaks showed most often, in lower case (zxcvbn-ts, MIT; from "10 million passwords" and others). */
export function frequentPasswords(): ReadonlySet<string> {
  return new Set(dictionary.passwords.map((password) => password.toLowerCase()))
}
