/** The page about one watch list: whom it tells, and its companies. */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { AppWatchesAnswer, WatchEntry } from '../../api/types.ts'
import detail from '../../parts/detail-page.module.css'
import { Empty } from '../../parts/empty.tsx'
import { PageFailure } from '../../parts/failure.tsx'
import { PageLoading } from '../../parts/loading.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Memory, MemoryContext } from '../../search/memory.ts'
import { ReferenceOf } from '../../search/reference.tsx'
import { useFormat } from '../../words/format.ts'
import { isolated } from '../../words/isolated.ts'
import { useWords } from '../../words/language.tsx'
import { WATCHES_WORDS } from '../../words/watches.ts'
import { AddCompanies } from './add-companies.tsx'
import { Companies } from './companies.tsx'
import { Notify } from './notify.tsx'
import { WatchActs } from './watch-acts.tsx'
import { WATCHES } from './watches-query.ts'

/** Keeps the reference lists while the app is open. */
const MEMORY = new Memory()

export function WatchPage() {
  const words = useWords(WATCHES_WORDS)
  const { id } = useParams({ strict: false }) as { id: string }
  const { data, isPending, error, refetch } = useQuery(WATCHES)
  if (data === undefined) {
    if (isPending) return <PageLoading />
    return <PageFailure fault={error} onRetry={() => refetch()} />
  }
  const watch = data.watches.find((each) => each.id === id)
  if (watch !== undefined) return <Found key={id} watch={watch} answer={data} />
  return (
    <Empty title={words.gone} text={words.goneText} isPage>
      <Link to={'/watches' as string}>{words.back}</Link>
    </Empty>
  )
}

function Found({ watch, answer }: { readonly watch: WatchEntry; readonly answer: AppWatchesAnswer }) {
  const words = useWords(WATCHES_WORDS)
  const format = useFormat()
  return (
    <>
      <Link to={'/watches' as string} className={detail.back}>
        ← {words.back}
      </Link>
      <PageHead
        title={isolated(watch.name)}
        lead={
          <span className={detail.lead}>
            <span>{words.companies(watch.companies, format.number(watch.companies))}</span>
            <span>
              {watch.changed_at === null ? words.unchanged : words.changed(format.ago(watch.changed_at))}
            </span>
          </span>
        }
      >
        <WatchActs watch={watch} />
      </PageHead>
      <Notify watch={watch} webhooks={answer.webhooks} />
      <MemoryContext value={MEMORY}>
        <ReferenceOf>
          <AddCompanies watch={watch} companiesMax={answer.companies_max} />
          <Companies watch={watch} companiesMax={answer.companies_max} />
        </ReferenceOf>
      </MemoryContext>
    </>
  )
}
