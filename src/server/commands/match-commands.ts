/** The supervisor's handlers of the commands of jobs that match lists. */
import type { Commands } from '../../core/commands.ts'
import type { MatchJob, MatchOwner } from '../../core/matching/match-job.ts'
import type { SupervisorHandlers } from './dispatch.ts'

/** The jobs, as the handlers use them. */
interface MatchingJobs {
  start(params: Commands['startMatch']['params']): Promise<MatchJob>
  /** @throws {Failure} `not_found` if the owner has no such job. */
  remove(owner: MatchOwner, id: string): Promise<void>
}

/** Returns the handlers. */
export function matchCommands(jobs: MatchingJobs): Pick<SupervisorHandlers, 'startMatch' | 'deleteMatch'> {
  return {
    startMatch: (params) => jobs.start(params),
    async deleteMatch({ owner, id }) {
      await jobs.remove(owner, id)
      return null
    },
  }
}
