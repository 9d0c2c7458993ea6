/** The supervisor's handlers of the commands of jobs that match lists. */
import type { Commands } from '../../core/commands.ts'
import type { ListPreview } from '../../core/matching/list-preview.ts'
import type { MatchJob, MatchOwner } from '../../core/matching/match-job.ts'
import type { SupervisorHandlers } from './dispatch.ts'

/** The jobs, as the handlers use them. */
interface MatchingJobs {
  start(params: Commands['startMatch']['params']): Promise<MatchJob>
  preview(params: Commands['previewMatch']['params']): Promise<ListPreview>
  decide(params: Commands['decideRow']['params']): Promise<void>
  /** @throws {Failure} `not_found` if the owner has no such job. */
  remove(owner: MatchOwner, id: string): Promise<void>
}

/** Returns the handlers. */
export function matchCommands(
  jobs: MatchingJobs,
): Pick<SupervisorHandlers, 'startMatch' | 'previewMatch' | 'decideRow' | 'deleteMatch'> {
  return {
    startMatch: (params) => jobs.start(params),
    previewMatch: (params) => jobs.preview(params),
    async decideRow(params) {
      await jobs.decide(params)
      return null
    },
    async deleteMatch({ owner, id }) {
      await jobs.remove(owner, id)
      return null
    },
  }
}
