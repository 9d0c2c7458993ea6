/** The lists of the account, the newest first. */
import { Link } from '@tanstack/react-router'
import type { MatchEntry } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import detail from '../../parts/detail-page.module.css'
import list from '../../parts/list.module.css'
import { useFormat } from '../../words/format.ts'
import { isolated } from '../../words/isolated.ts'
import { useWords } from '../../words/language.tsx'
import { MATCHES_WORDS } from '../../words/matches.ts'
import { DeleteList } from './delete-list.tsx'
import { JobState } from './job-state.tsx'

export function RecentLists({ jobs }: { readonly jobs: readonly MatchEntry[] }) {
  const words = useWords(MATCHES_WORDS)
  return (
    <Card title={words.recent} isFlush>
      {jobs.length === 0 ? (
        <p className={list.none}>{words.none}</p>
      ) : (
        <ul className={list.rows}>
          {jobs.map((job) => (
            <Recent key={job.id} job={job} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Recent({ job }: { readonly job: MatchEntry }) {
  const words = useWords(MATCHES_WORDS)
  const format = useFormat()
  return (
    <li>
      <div className={list.thing}>
        <p className={list.name}>
          <Link to={'/matches/$id' as string} params={{ id: job.id } as never} className={detail.link}>
            {isolated(job.filename || words.noName)}
          </Link>
          <JobState job={job} />
        </p>
        <p className={list.facts}>
          {words.rowsOf(format.number(job.done), format.number(job.rows))} ·{' '}
          {words.startedAt(format.moment(job.created_at))} · {words.expiresAt(format.day(job.expires_at))}
        </p>
      </div>
      <DeleteList job={job} />
    </li>
  )
}
