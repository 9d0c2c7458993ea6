/** The commands that start and delete jobs. */
import { type ServerCommand, typed } from '../command.ts'
import type { MatchJob, MatchOwner, SentList } from './match-job.ts'

/** Commands of the table of all commands. */
export const MATCH_COMMANDS = {
  /** Reads a list and queues it as a job; the file stays with the sender. */
  startMatch: {
    answeredBy: 'supervisor',
    isChange: true,
    params: typed<{ readonly owner: MatchOwner; readonly sent: SentList }>(),
    result: typed<MatchJob>(),
    errors: ['invalid_request', 'payload_too_large', 'conflict'],
  },
  /** Deletes a job with its file and its result, also while it runs. */
  deleteMatch: {
    answeredBy: 'supervisor',
    isChange: true,
    params: typed<{ readonly owner: MatchOwner; readonly id: string }>(),
    result: typed<null>(),
    errors: ['not_found'],
  },
} as const satisfies Readonly<Record<string, ServerCommand>>
