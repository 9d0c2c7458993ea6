import type { OperatorAuditAnswer } from '../../api/types.ts'

/** The part of a history entry that tells who did it, to whose account, and from where. */
type Facts = Pick<
  OperatorAuditAnswer['entries'][number],
  'account' | 'account_email' | 'actor' | 'actor_email' | 'device' | 'address'
>

/** Of the words of the pages for operators, those of this line. */
export interface HistoryWords {
  readonly by: (who: string) => string
  /** Actors that are no accounts. */
  readonly actors: Readonly<Record<string, string>>
  readonly commandLine: string
}

/** The account of the keys that the command line made. */
const LOCAL_ACCOUNT = 'local'

/**
 * The line under a history entry: account, actor, device and address, as far as each is known and says
 * something new.
 */
export function historyFacts(entry: Facts, words: HistoryWords): string {
  const { device, address } = entry
  return [ownerOf(entry, words), actorOf(entry, words), device, address]
    .filter((part) => part !== '')
    .join(' · ')
}

function ownerOf({ account, account_email, actor }: Facts, words: HistoryWords): string {
  if (account_email !== null) return account_email
  if (account === LOCAL_ACCOUNT) return actor === 'command line' ? '' : words.commandLine
  return account ?? ''
}

function actorOf({ account, actor, actor_email }: Facts, words: HistoryWords): string {
  if (actor === account) return ''
  return words.actors[actor] ?? words.by(actor_email ?? actor)
}
