/** What the accounts thread answers about letters in the folder. */
import { listLetters, readLetter } from './adapters/mail/letter-folder.ts'
import type { AccountWishes } from './core/accounts/wishes.ts'
import { Failure } from './core/failure.ts'
import { dataFiles } from './data-folder.ts'

/** To be spread into the table of the accounts thread. */
export function letterWishes(dataDir: string) {
  const { mail } = dataFiles(dataDir)
  return {
    letters: () => listLetters(mail),
    letter: ({ id }: AccountWishes['letter']['takes']) => {
      const letter = readLetter(mail, id)
      if (letter === undefined) throw new Failure('not_found', 'There is no such letter.')
      return letter
    },
  }
}
