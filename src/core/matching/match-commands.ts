/** The commands that preview lists, start and delete jobs, and decide about their rows. */
import { type ServerCommand, typed } from '../command.ts'
import type { ListPreview, PreviewedList } from './list-preview.ts'
import type { MatchJob, MatchOwner, SentList } from './match-job.ts'
import type { NewDecision } from './row-choice.ts'

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
  /** Reads a list and returns its beginning; the file stays with the sender, and nothing is stored. */
  previewMatch: {
    answeredBy: 'supervisor',
    isChange: false,
    params: typed<PreviewedList>(),
    result: typed<ListPreview>(),
    errors: ['invalid_request', 'payload_too_large'],
  },
  /** Stores what a person decided about a row. */
  decideRow: {
    answeredBy: 'supervisor',
    isChange: true,
    params: typed<{ readonly owner: MatchOwner; readonly decision: NewDecision }>(),
    result: typed<null>(),
    errors: ['not_found', 'invalid_request'],
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
