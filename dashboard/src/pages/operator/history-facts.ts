import type { OperatorAuditAnswer } from '../../api/types.ts'

/** The fields of a history entry about actor, account and origin. */
type Facts = Pick<
  OperatorAuditAnswer['entries'][number],
  'account' | 'account_email' | 'actor' | 'actor_email' | 'device' | 'address'
>

/** The texts that this line needs. */
export interface HistoryWords {
  readonly by: (who: string) => string
  /** Actors that are not accounts. */
  readonly actors: Readonly<Record<string, string>>
  readonly commandLine: string
}

/** The account of keys that were created on the command line. */
const LOCAL_ACCOUNT = 'local'

/**
 * Returns the line under a history entry: account, actor, device and address, without what is unknown or
 * repeated.
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
