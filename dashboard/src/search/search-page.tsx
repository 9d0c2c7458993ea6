/** The search page: field, mode, filters and results. The URL contains the search. */
import { useEffect, useId, useState } from 'react'
import { useFormat } from '../words/format.ts'
import { isolated } from '../words/isolated.ts'
import { useWords } from '../words/language.tsx'
import { SEARCH } from '../words/search.ts'
import { SHELL } from '../words/shell.ts'
import { Examples } from './examples.tsx'
import { FilterCounts } from './filter-counts.tsx'
import { FilterChips, FilterFields } from './filters.tsx'
import { FILTER_SIGN, Icon } from './icons.tsx'
import { useMemory } from './memory.ts'
import { ModeChoice } from './mode-choice.tsx'
import { useSearchNavigation } from './navigation.tsx'
import { countFilters, NO_FILTERS, type Question, readQuestion, writeQuestion } from './question.ts'
import { useReference } from './reference.tsx'
import { Results } from './results.tsx'
import { SearchField } from './search-field.tsx'
import { answerOf, useAnswer } from './use-answer.ts'

export function SearchPage() {
  const words = useWords(SEARCH)
  const { search, searchPath, go } = useSearchNavigation()
  const question = readQuestion(search)
  const ask = (next: Partial<Question>) =>
    go(searchPath + writeQuestion({ ...question, ...next }), { replace: question.name !== '' })
  useTitle(question.name === '' ? words.question : question.name)
  const memory = useMemory()
  useEffect(() => {
    memory.lastSearch = searchPath + search
  }, [memory, searchPath, search])
  const isUntouched = question.name === ''
  return (
    <div className="fs-search" data-untouched={isUntouched}>
      <Hero isUntouched={isUntouched} />
      <Controls question={question} ask={ask} />
      {isUntouched ? <Examples ask={ask} /> : <Found question={question} ask={ask} />}
    </div>
  )
}

interface PartProps {
  readonly question: Question
  readonly ask: (next: Partial<Question>) => void
}

function Hero({ isUntouched }: { readonly isUntouched: boolean }) {
  const words = useWords(SEARCH)
  const format = useFormat()
  const companies = useReference()?.companies
  return (
    <div className={isUntouched ? 'fs-hero' : 'fs-hidden'}>
      <h1>{words.question}</h1>
      <p className="fs-lead">
        {companies === undefined || companies === 0
          ? words.leadWithoutCount
          : words.lead(format.number(companies))}
      </p>
    </div>
  )
}

function Controls({ question, ask }: PartProps) {
  const words = useWords(SEARCH)
  const panel = useId()
  const [isOpen, setOpen] = useState(false)
  const count = countFilters(question.filters)
  return (
    <div className="fs-controls">
      <SearchField name={question.name} onSearch={(name) => ask({ name })} />
      <div className="fs-options">
        <ModeChoice mode={question.mode} onChange={(mode) => ask({ mode })} />
        <button
          type="button"
          className="fs-button fs-button-quiet"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon path={FILTER_SIGN} />
          {count === 0 ? words.filters : words.filtersActive(count)}
        </button>
      </div>
      <div id={panel} hidden={!isOpen}>
        {isOpen && (
          <FilterCounts question={question}>
            <FilterFields filters={question.filters} onChange={(filters) => ask({ filters })} />
          </FilterCounts>
        )}
      </div>
      <FilterChips filters={question.filters} onChange={(filters) => ask({ filters })} />
    </div>
  )
}

function Found({ question, ask }: PartProps) {
  const words = useWords(SEARCH)
  const { mode, filters } = question
  const normal = useAnswer(question, false, mode !== 'deep')
  const deep = useAnswer(question, true, mode !== 'normal')
  const isBoth = mode === 'both'
  const shared = {
    filterCount: countFilters(filters),
    onWithoutFilters: () => ask({ filters: NO_FILTERS }),
  }
  const known = isBoth ? answerOf(normal.asking)?.hits.map(({ uuid }) => uuid) : undefined
  return (
    <div className="fs-found" data-columns={isBoth ? 2 : 1}>
      {mode !== 'deep' && (
        <Results
          {...shared}
          title={isBoth ? words.modes.normal : undefined}
          mode="normal"
          answering={normal}
          known={undefined}
          onDeep={isBoth ? undefined : () => ask({ mode: 'deep' })}
        />
      )}
      {mode !== 'normal' && (
        <Results
          {...shared}
          title={isBoth ? words.modes.deep : undefined}
          mode="deep"
          answering={deep}
          known={known && new Set(known)}
          onDeep={undefined}
        />
      )}
    </div>
  )
}

/** Sets the title of the tab and of the history entry. */
export function useTitle(title: string): void {
  const { product } = useWords(SHELL)
  useEffect(() => {
    document.title = `${isolated(title)} · ${product}`
  }, [title, product])
}
