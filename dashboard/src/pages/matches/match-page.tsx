/** One list: its progress, the review of its rows, and its result. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useRouter } from '@tanstack/react-router'
import { CallFailure } from '../../api/call.ts'
import type { AppMatchAnswer } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import detail from '../../parts/detail-page.module.css'
import { Empty } from '../../parts/empty.tsx'
import { PageFailure } from '../../parts/failure.tsx'
import { PageLoading } from '../../parts/loading.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Memory, MemoryContext } from '../../search/memory.ts'
import { ReferenceOf } from '../../search/reference.tsx'
import { useFormat } from '../../words/format.ts'
import { isolated } from '../../words/isolated.ts'
import { useLanguage, useWords } from '../../words/language.tsx'
import { MATCHES_WORDS } from '../../words/matches.ts'
import { DeleteList } from './delete-list.tsx'
import { JobState } from './job-state.tsx'
import { matchQuery } from './matches-query.ts'
import { Progress } from './progress.tsx'
import { Review } from './review.tsx'

/** Keeps the reference lists while the app is open. */
const MEMORY = new Memory()

export function MatchPage() {
  const words = useWords(MATCHES_WORDS)
  const { id } = useParams({ strict: false }) as { id: string }
  const match = useQuery(matchQuery(id))
  if (match.data !== undefined) return <Loaded match={match.data} />
  if (match.isPending) return <PageLoading />
  if (!(match.error instanceof CallFailure && match.error.status === 404))
    return <PageFailure fault={match.error} onRetry={() => match.refetch()} />
  return (
    <Empty title={words.gone} text={words.goneText} isPage>
      <Link to={'/matches' as string}>{words.back}</Link>
    </Empty>
  )
}

function Loaded({ match }: { readonly match: AppMatchAnswer }) {
  const words = useWords(MATCHES_WORDS)
  const format = useFormat()
  const { history } = useRouter()
  const { job } = match
  return (
    <>
      <Link to={'/matches' as string} className={detail.back}>
        ← {words.back}
      </Link>
      <PageHead
        title={isolated(job.filename || words.noName)}
        lead={
          <span className={detail.lead}>
            <JobState job={job} />
            <span>{words.rowCount(job.rows, format.number(job.rows))}</span>
            <span>{words.expiresAt(format.day(job.expires_at))}</span>
          </span>
        }
      >
        {job.state === 'done' && <Downloads id={job.id} />}
        <DeleteList job={job} onDeleted={() => history.push('/matches')} />
      </PageHead>
      <Progress job={job} />
      {job.done > 0 && (
        <MemoryContext value={MEMORY}>
          <ReferenceOf>
            <Card title={words.review} text={words.reviewText}>
              <Review match={match} />
            </Card>
          </ReferenceOf>
        </MemoryContext>
      )}
    </>
  )
}

function Downloads({ id }: { readonly id: string }) {
  const words = useWords(MATCHES_WORDS)
  const { language } = useLanguage()
  // A spreadsheet opens CSV by the list separator of its country.
  const separator = language === 'de' ? 'semicolon' : 'comma'
  const path = `/app/api/matches/${encodeURIComponent(id)}/result`
  return (
    <>
      <Button component="a" href={`${path}?format=xlsx`} download variant="default">
        {words.downloadXlsx}
      </Button>
      <Button component="a" href={`${path}?format=csv&separator=${separator}`} download variant="default">
        {words.downloadCsv}
      </Button>
    </>
  )
}
