/** The result of one search: number of hits, time, hits, and what to try if the company is not among them. */
import { useEffect, useId, useRef, useState } from 'react'
import { CallFailure } from '../api/call.ts'
import { useFormat } from '../words/format.ts'
import { visibleJson } from '../words/isolated.ts'
import { useWords } from '../words/language.tsx'
import { SEARCH } from '../words/search.ts'
import type { Hit, SearchAnswer } from './answers.ts'
import { curlOf } from './curl.ts'
import { HitRow } from './hit-row.tsx'
import { CODE_SIGN, Icon } from './icons.tsx'
import { FailureNotice, Notice } from './notice.tsx'
import { RequestPanel } from './request-panel.tsx'
import { type AnswerLoader, answerOf } from './use-answer.ts'

interface ResultsProps {
  /** Title of the column, if there are two. */
  readonly title: string | undefined
  readonly mode: SearchAnswer['mode']
  readonly answering: AnswerLoader
  /** Hits of the other column; hits that it does not have are marked. */
  readonly known: ReadonlySet<string> | undefined
  readonly filterCount: number
  readonly onDeep: (() => void) | undefined
  readonly onWithoutFilters: () => void
}

export function Results(props: ResultsProps) {
  const { asking, again } = props.answering
  const answer = answerOf(asking)
  return (
    <section className="fs-results" aria-busy={asking.state === 'asking'}>
      {asking.state === 'failed' && <FailureNotice fault={asking.fault} onAgain={again} />}
      {asking.state === 'asking' && answer === undefined && <Skeleton />}
      {answer !== undefined && <Answer {...props} answer={answer} />}
    </section>
  )
}

function Answer({ answer, ...props }: ResultsProps & { readonly answer: SearchAnswer }) {
  const words = useWords(SEARCH)
  const isFallback = answer.mode !== props.mode
  const related = answer.hits.filter(isRelated)
  const hits = answer.hits.filter((hit) => !isRelated(hit))
  return (
    <>
      <Summary title={props.title} answer={answer} />
      {isFallback && hits.length > 0 && (
        <Notice kind="plain">
          <p>{words.deepInstead}</p>
        </Notice>
      )}
      {answer.partial && (
        <Notice kind="warn">
          <p>{words.partial}</p>
          <button type="button" className="fs-link-button" onClick={props.answering.again}>
            {words.again}
          </button>
        </Notice>
      )}
      {hits.length === 0 ? (
        <None {...props} isDeep={answer.mode === 'deep'} />
      ) : (
        <ol className="fs-hits">
          {hits.map((hit) => (
            <HitRow
              key={hit.uuid}
              hit={hit}
              isNew={props.known !== undefined && !props.known.has(hit.uuid)}
            />
          ))}
        </ol>
      )}
      {related.length > 0 && <Related hits={related} />}
      <End answer={answer} {...props} />
    </>
  )
}

/** Whether the name only shares words with the query; such hits follow all others and count in no total. */
function isRelated({ match }: Hit): boolean {
  return match.kind === 'related'
}

function Related({ hits }: { readonly hits: readonly Hit[] }) {
  const words = useWords(SEARCH)
  const title = useId()
  return (
    <section className="fs-related" aria-labelledby={title}>
      <h2 id={title}>{words.related}</h2>
      <p>{words.relatedWhy}</p>
      <ol className="fs-hits">
        {hits.map((hit) => (
          <HitRow key={hit.uuid} hit={hit} isNew={false} />
        ))}
      </ol>
    </section>
  )
}

function Summary({ title, answer }: Pick<ResultsProps, 'title'> & { readonly answer: SearchAnswer }) {
  const words = useWords(SEARCH)
  const format = useFormat()
  const panel = useId()
  const [isOpen, setOpen] = useState(false)
  const json = answer.hits.map(({ address: _address, history: _history, source: _source, ...hit }) => hit)
  const count = words.count(format.number(answer.total), answer.total_is_exact, answer.total === 1)
  const took = format.number(Math.round(answer.took_ms * 10) / 10)
  return (
    <>
      <div className="fs-summary">
        <h2>{title ?? count}</h2>
        <p role="status">
          <span className={title === undefined ? 'fs-hidden' : undefined}>{count} </span>
          <span className={title === undefined ? undefined : 'fs-took'}>{words.took(took)}</span>
        </p>
        <button
          type="button"
          className="fs-button fs-button-quiet"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon path={CODE_SIGN} />
          {words.asRequest}
        </button>
      </div>
      {isOpen && (
        <RequestPanel
          id={panel}
          curl={curlOf(answer.request.url, answer.request.body)}
          json={visibleJson(json, 2)}
        />
      )}
    </>
  )
}

function None({
  isDeep,
  filterCount,
  onDeep,
  onWithoutFilters,
}: ResultsProps & { readonly isDeep: boolean }) {
  const words = useWords(SEARCH)
  return (
    <div className="fs-none">
      <p className="fs-none-title">{words.none}</p>
      <p>{isDeep ? words.noneDeep : words.noneNormal}</p>
      {filterCount > 0 && (
        <p>
          {words.noneFilters}{' '}
          <button type="button" className="fs-link-button" onClick={onWithoutFilters}>
            {words.removeFilters}
          </button>
        </p>
      )}
      {!isDeep && onDeep !== undefined && (
        <button type="button" className="fs-button fs-button-strong" onClick={onDeep}>
          {words.offerDeep}
        </button>
      )}
    </div>
  )
}

function End({ answer, answering, onDeep }: ResultsProps & { readonly answer: SearchAnswer }) {
  const words = useWords(SEARCH)
  const [fault, setFault] = useState<CallFailure>()
  const [isAsking, setAsking] = useState(false)
  const end = useRef<HTMLDivElement>(null)
  const firstNew = useRef<number>(undefined)
  // The button may be removed, so the first new hit is focused.
  useEffect(() => {
    if (firstNew.current === undefined || answer.hits.length <= firstNew.current) return
    end.current?.parentElement?.querySelectorAll<HTMLElement>('.fs-hits > li a')[firstNew.current]?.focus()
    firstNew.current = undefined
  }, [answer.hits.length])
  const more = () => {
    if (isAsking) return
    firstNew.current = answer.hits.length
    setAsking(true)
    setFault(undefined)
    answering
      .more()
      .catch((error: unknown) => setFault(error instanceof CallFailure ? error : undefined))
      .finally(() => setAsking(false))
  }
  return (
    <div className="fs-end" ref={end}>
      {fault !== undefined && <FailureNotice fault={fault} onAgain={more} />}
      {answer.next_cursor !== null && (
        <button type="button" className="fs-button" aria-busy={isAsking} onClick={more}>
          {words.more}
        </button>
      )}
      {answer.next_cursor === null && answer.truncated && <p className="fs-hint">{words.truncated}</p>}
      {answer.mode === 'normal' && answer.hits.length > 0 && onDeep !== undefined && (
        <p className="fs-offer">
          {words.notFoundHere}{' '}
          <button type="button" className="fs-link-button" onClick={onDeep}>
            {words.offerDeep}
          </button>{' '}
          {words.offerDeepWhy}
        </p>
      )}
    </div>
  )
}

/** As high as a few hits; it becomes visible only if the answer takes longer. */
function Skeleton() {
  const words = useWords(SEARCH)
  return (
    <div className="fs-skeleton" role="status">
      <span className="fs-hidden">{words.searching}</span>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="fs-skeleton-row" aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  )
}
