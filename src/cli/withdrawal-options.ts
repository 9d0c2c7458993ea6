/** The options that say which entries an import withdraws. */
import { Failure } from '../core/failure.ts'
import type { Withdrawal } from '../core/ingest/withdrawal.ts'
import type { CommandOption, CommandOptions } from './command.ts'

/** The options that choose what is withdrawn. */
export const WITHDRAWAL_OPTIONS: readonly CommandOption[] = [
  {
    flags: '--full-snapshot',
    description: 'the files contain all entries of their source: withdraw those that are missing',
  },
  {
    flags: '--deletions',
    description: 'the files list entries that are to be withdrawn; store nothing else of them',
  },
]

/** The option that turns the safety stop off. */
export const FORCE_OPTION: CommandOption = {
  flags: '--yes-really',
  description: 'withdraw the missing or listed entries however many they are',
}

/** @throws {Failure} `invalid_request` if both are chosen. */
export function withdrawalOf(options: CommandOptions): Withdrawal {
  const { deletions } = options
  const isSnapshot = options['full-snapshot'] !== undefined
  if (isSnapshot && deletions !== undefined) {
    throw new Failure('invalid_request', 'Choose one of --full-snapshot and --deletions.')
  }
  if (deletions !== undefined) return 'listed'
  return isSnapshot ? 'missing' : 'nothing'
}

/** @throws {Failure} `invalid_request` if the option is given for an import that withdraws nothing. */
export function isForced(options: CommandOptions, withdrawal: Withdrawal): boolean {
  const hasForce = options['yes-really'] !== undefined
  if (hasForce && withdrawal === 'nothing') {
    throw new Failure('invalid_request', '--yes-really needs --full-snapshot or --deletions.')
  }
  return hasForce
}
