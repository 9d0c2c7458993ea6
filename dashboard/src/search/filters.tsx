/** The filters of a search: every field adds values, and every value can be removed. */
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { isolated } from '../words/isolated.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import { SEARCH } from '../words/search.ts'
import { type HitCount, useCounts } from './filter-counts.tsx'
import { CLEAR_SIGN, Icon } from './icons.tsx'
import { FILTER_NAMES, type FilterName, type Filters, NO_FILTERS } from './question.ts'
import { useNaming, useReference } from './reference.tsx'

/** Forms that most companies have, listed before the others. */
const COMMON_FORMS: ReadonlySet<string> = new Set([
  'GmbH',
  'UG',
  'GmbH & Co. KG',
  'AG',
  'SE',
  'KG',
  'OHG',
  'e.K.',
  'eG',
  'e.V.',
  'PartG mbB',
])

interface FilterProps {
  readonly filters: Filters
  readonly onChange: (filters: Filters) => void
}

export function FilterFields({ filters, onChange }: FilterProps) {
  const add = (filter: FilterName, value: string) => {
    if (value === '' || filters[filter].includes(value)) return
    onChange({ ...filters, [filter]: [...filters[filter], value] })
  }
  return (
    <div className="fs-filters">
      <FormFilter chosen={filters.legal_form} onAdd={(value) => add('legal_form', value)} />
      <CourtFilter chosen={filters.register_court} onAdd={(value) => add('register_court', value)} />
      <SeatFilter onAdd={(value) => add('city', value)} />
      <NamedFilter filter="state" chosen={filters.state} onAdd={(value) => add('state', value)} />
      <NamedFilter filter="country" chosen={filters.country} onAdd={(value) => add('country', value)} />
      <FormerFilter
        chosen={filters.former}
        onAdd={(value) => value !== '' && onChange({ ...filters, former: [value] })}
      />
      <StatusFilter filters={filters} onChange={onChange} />
    </div>
  )
}

interface AddProps {
  readonly chosen: readonly string[]
  readonly onAdd: (value: string) => void
}

function FormFilter({ chosen, onAdd }: AddProps) {
  const words = useWords(SEARCH)
  const { language } = useLanguage()
  const { countOf } = useCounts()
  const forms = (useReference()?.legal_forms ?? []).filter(({ code }) => !chosen.includes(code))
  const options = (isCommon: boolean) =>
    forms
      .filter(({ code }) => COMMON_FORMS.has(code) === isCommon)
      .map(({ code, name }) => (
        <Value
          key={code}
          value={code}
          text={`${code === 'unknown' ? '' : `${code} – `}${name[language]}`}
          count={countOf('legal_form', code)}
        />
      ))
  return (
    <Choice label={words.legalForm} onAdd={onAdd}>
      <optgroup label={words.commonForms}>{options(true)}</optgroup>
      <optgroup label={words.otherForms}>{options(false)}</optgroup>
    </Choice>
  )
}

function CourtFilter({ chosen, onAdd }: AddProps) {
  const words = useWords(SEARCH)
  const { countOf } = useCounts()
  const courts = useReference()?.courts ?? []
  const names = [...new Set(courts.map(({ name }) => name))].filter((name) => !chosen.includes(name))
  return (
    <Choice label={words.court} onAdd={onAdd}>
      {names.map((name) => (
        <Value key={name} value={name} text={name} count={countOf('register_court', name)} />
      ))}
    </Choice>
  )
}

/** The lists of the filters whose values have names in both languages. */
const NAMED_LISTS = { state: 'states', country: 'countries' } as const

function NamedFilter({ filter, chosen, onAdd }: AddProps & { readonly filter: keyof typeof NAMED_LISTS }) {
  const words = useWords(SEARCH)
  const { language } = useLanguage()
  const { countOf } = useCounts()
  const values = useReference()?.[NAMED_LISTS[filter]] ?? []
  const sorted = values
    .filter(({ code }) => !chosen.includes(code))
    .toSorted((a, b) => a.name[language].localeCompare(b.name[language], language))
  return (
    <Choice label={words[filter]} onAdd={onAdd}>
      {sorted.map(({ code, name }) => (
        <Value
          key={code}
          value={code}
          text={name[language]}
          count={filter === 'state' ? countOf(filter, code) : undefined}
        />
      ))}
    </Choice>
  )
}

/** The one filter with a single value: another one replaces it. */
function FormerFilter({ chosen, onAdd }: AddProps) {
  const words = useWords(SEARCH)
  const values = (['only', 'exclude'] as const).filter((value) => !chosen.includes(value))
  return (
    <Choice label={words.formerFilter} onAdd={onAdd}>
      {values.map((value) => (
        <option key={value} value={value}>
          {words.formerFilters[value]}
        </option>
      ))}
    </Choice>
  )
}

interface ValueProps {
  readonly value: string
  readonly text: string
  readonly count: HitCount | undefined
}

/** An option with its number of hits. */
function Value({ value, text, count }: ValueProps) {
  return (
    <option value={value} aria-label={count && `${text}, ${count.long}`}>
      {count === undefined ? text : `${text} (${count.short})`}
    </option>
  )
}

/** A native select of the browser; the chosen value becomes a chip. */
function Choice({
  label,
  onAdd,
  children,
}: {
  readonly label: string
  readonly onAdd: (value: string) => void
  readonly children: ReactNode
}) {
  const words = useWords(SEARCH)
  const id = useId()
  return (
    <div className="fs-filter">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="fs-input" value="" onChange={(event) => onAdd(event.target.value)}>
        <option value="">{words.choose}</option>
        {children}
      </select>
    </div>
  )
}

function SeatFilter({ onAdd }: { readonly onAdd: (value: string) => void }) {
  const words = useWords(SEARCH)
  const id = useId()
  const seatList = useId()
  const { seats, countOf } = useCounts()
  const [text, setText] = useState('')
  const take = () => {
    onAdd(text.trim())
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    take()
  }
  return (
    <div className="fs-filter">
      <label htmlFor={id}>{words.seat}</label>
      <input
        id={id}
        className="fs-input"
        value={text}
        maxLength={100}
        placeholder={words.seatHint}
        autoComplete="off"
        list={seatList}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={take}
      />
      <datalist id={seatList}>
        {seats.map((seat) => (
          <Value key={seat} value={seat} text={seat} count={countOf('city', seat)} />
        ))}
      </datalist>
    </div>
  )
}

function StatusFilter({ filters, onChange }: FilterProps) {
  const words = useWords(SEARCH)
  const { language } = useLanguage()
  const { countOf } = useCounts()
  const statuses = useReference()?.statuses ?? []
  const toggle = (code: string) => {
    const { status } = filters
    onChange({
      ...filters,
      status: status.includes(code) ? status.filter((one) => one !== code) : [...status, code],
    })
  }
  return (
    <fieldset className="fs-filter fs-filter-wide">
      <legend>{words.status}</legend>
      <div className="fs-checks">
        {statuses.map(({ code, name }) => (
          <Check
            key={code}
            isChecked={filters.status.includes(code)}
            text={name[language]}
            count={countOf('status', code)}
            onToggle={() => toggle(code)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface CheckProps extends Omit<ValueProps, 'value'> {
  readonly isChecked: boolean
  readonly onToggle: () => void
}

/** A checkbox with its number of hits, which has its room before it is loaded. */
function Check({ isChecked, text, count, onToggle }: CheckProps) {
  const id = useId()
  return (
    <>
      <label className="fs-check">
        <input type="checkbox" checked={isChecked} aria-describedby={count && id} onChange={onToggle} />
        <span>
          {text}
          <span className="fs-count" aria-hidden="true">
            {count?.short}
          </span>
        </span>
      </label>
      <span id={id} hidden>
        {count?.long}
      </span>
    </>
  )
}

/** Returns a function from a value of a filter to its text on a chip. */
function useFilterTexts(): (filter: FilterName, value: string) => string {
  const words = useWords(SEARCH)
  const nameOf = useNaming()
  const texts: Partial<Record<FilterName, (text: string) => string>> = {
    status: (text) => nameOf('statuses', text),
    state: (text) => nameOf('states', text),
    country: (text) => nameOf('countries', text),
    register_court: words.localCourt,
    former: (text) => (text === 'only' || text === 'exclude' ? words.formerFilters[text] : text),
  }
  return (filter, value) => texts[filter]?.(isolated(value)) ?? isolated(value)
}

/** The active filters as chips, each with a button to remove it. */
export function FilterChips({ filters, onChange }: FilterProps) {
  const words = useWords(SEARCH)
  const textOf = useFilterTexts()
  const chips = FILTER_NAMES.flatMap((filter) => filters[filter].map((value) => ({ filter, value })))
  if (chips.length === 0) return null
  return (
    <div className="fs-chips">
      {chips.map((chip) => (
        <button
          key={`${chip.filter} ${chip.value}`}
          type="button"
          className="fs-chip"
          aria-label={words.removeFilter(textOf(chip.filter, chip.value))}
          onClick={() =>
            onChange({ ...filters, [chip.filter]: filters[chip.filter].filter((one) => one !== chip.value) })
          }
        >
          {textOf(chip.filter, chip.value)}
          <Icon path={CLEAR_SIGN} />
        </button>
      ))}
      <button type="button" className="fs-link-button" onClick={() => onChange(NO_FILTERS)}>
        {words.removeAll}
      </button>
    </div>
  )
}
