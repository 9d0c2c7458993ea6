/** The review of the rows of a list: a tab for each state, with its rows in pages. */
import { Tabs } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AppMatchAnswer } from '../../api/types.ts'
import { PageFailure } from '../../parts/failure.tsx'
import { Rows } from '../../parts/loading.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { MATCHES_WORDS } from '../../words/matches.ts'
import { type RowState, rowsQuery, STATES } from './matches-query.ts'
import styles from './review.module.css'
import { ReviewRows } from './review-rows.tsx'

export function Review({ match }: { readonly match: AppMatchAnswer }) {
  const words = useWords(MATCHES_WORDS)
  const format = useFormat()
  const { counts } = match.job
  const shown = STATES.filter((state) => state !== 'invalid' || counts.invalid > 0)
  const [state, setState] = useState<RowState>(() => shown.find((one) => counts[one] > 0) ?? 'found')
  return (
    <Tabs value={state} onChange={(value) => setState(value as RowState)} keepMounted={false}>
      <Tabs.List aria-label={words.review} className={styles.tabs}>
        {shown.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {words.states[one]} <strong>{format.number(counts[one])}</strong>
            {match.decided[one] > 0 && (
              <span className={styles.decided}>{words.decidedOf(format.number(match.decided[one]))}</span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map((one) => (
        <Tabs.Panel key={one} value={one}>
          <p className={styles.explained}>{words.stateTexts[one]}</p>
          <StateRows match={match} state={one} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** The page that is shown, and where in it the keyboard goes on. */
interface Place {
  /** `undefined`: the one with the first row without a decision. */
  readonly page: number | undefined
  readonly start: 'open' | 'first' | 'last'
}

function StateRows({ match, state }: { readonly match: AppMatchAnswer; readonly state: RowState }) {
  const words = useWords(MATCHES_WORDS)
  const { rows, place, setPlace } = useStateRows(match, state)
  if (rows.data === undefined) {
    if (rows.isPending) return <Rows count={5} />
    return <PageFailure fault={rows.error} onRetry={() => rows.refetch()} />
  }
  if (rows.data.total === 0) return <p className={styles.none}>{words.noRows}</p>
  return (
    <ReviewRows
      key={rows.data.page}
      match={match}
      answer={rows.data}
      queryKey={rowsQuery(match.job.id, state, place.page).queryKey}
      start={place.start}
      onPage={(page, start) => setPlace({ page, start })}
    />
  )
}

/** Reads a page of rows, and reads it again when a running job has found more rows in the state. */
function useStateRows({ job }: AppMatchAnswer, state: RowState) {
  const queries = useQueryClient()
  const [place, setPlace] = useState<Place>({ page: undefined, start: 'open' })
  const rows = useQuery(rowsQuery(job.id, state, place.page))
  const { data, refetch } = rows
  useEffect(() => {
    // The first row without a decision moves on; the page stays.
    if (place.page !== undefined || data === undefined) return
    queries.setQueryData(rowsQuery(job.id, state, data.page).queryKey, data)
    setPlace({ page: data.page, start: 'open' })
  }, [place.page, data, queries, job.id, state])
  const count = job.counts[state]
  const grownTo = place.page !== undefined && data !== undefined && count > data.total ? count : 0
  useEffect(() => {
    if (grownTo > 0) void refetch()
  }, [grownTo, refetch])
  return { rows, place, setPlace }
}
