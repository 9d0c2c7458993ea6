/** The companies of a list, with a filter, an order and pages. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { WatchEntry, WatchedEntry } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { Failure, PageFailure } from '../../parts/failure.tsx'
import list from '../../parts/list.module.css'
import { Rows } from '../../parts/loading.tsx'
import { useFormat } from '../../words/format.ts'
import { isolated } from '../../words/isolated.ts'
import { useWords } from '../../words/language.tsx'
import { WATCHES_WORDS } from '../../words/watches.ts'
import { isFullFault } from './add-rows.ts'
import { CompanyTable } from './company-table.tsx'
import { SORTS, type Sort, useCompanies, useFiltered, useRemoval } from './use-companies.ts'
import styles from './watches.module.css'

/** Companies of a page. */
const PAGE_ROWS = 50

interface CompaniesProps {
  readonly watch: WatchEntry
  readonly companiesMax: number
}

export function Companies({ watch, companiesMax }: CompaniesProps) {
  const words = useWords(WATCHES_WORDS)
  const { query, entries } = useCompanies(watch.id)
  return (
    <Card title={words.inList} isFlush>
      {query.isPending && <Rows count={5} />}
      {query.isError && <PageFailure fault={query.error} onRetry={() => query.refetch()} />}
      {query.data && (
        <Loaded watch={watch} companiesMax={companiesMax} entries={entries} isWhole={!query.hasNextPage} />
      )}
    </Card>
  )
}

interface LoadedProps extends CompaniesProps {
  readonly entries: readonly WatchedEntry[]
  /** Whether all pages are loaded. */
  readonly isWhole: boolean
}

function Loaded({ watch, companiesMax, entries, isWhole }: LoadedProps) {
  const words = useWords(WATCHES_WORDS)
  const format = useFormat()
  const [filter, setFilter] = useState('')
  const [sort, setSort] = useState<Sort>('name')
  const [page, setPage] = useState(0)
  const found = useFiltered(entries, filter, sort)
  const removal = useRemoval(watch.id)
  const pages = Math.max(1, Math.ceil(found.length / PAGE_ROWS))
  const at = Math.min(page, pages - 1)
  return (
    <>
      {entries.length > 0 && (
        <Tools
          filter={filter}
          sort={sort}
          onFilter={(text) => {
            setFilter(text)
            setPage(0)
          }}
          onSort={setSort}
        />
      )}
      <p className={styles.count}>
        <span role="status">
          {isWhole
            ? words.shown(format.number(found.length), format.number(entries.length))
            : words.loadingRest(format.number(entries.length), format.number(watch.companies))}
        </span>
      </p>
      <Removed removal={removal} companiesMax={companiesMax} />
      {found.length === 0 ? (
        <p className={list.none}>{entries.length === 0 ? words.none : words.noneFiltered}</p>
      ) : (
        <CompanyTable
          entries={found.slice(at * PAGE_ROWS, (at + 1) * PAGE_ROWS)}
          onRemove={(entry) => removal.remove(entry)}
        />
      )}
      {pages > 1 && <Pages at={at} pages={pages} total={found.length} onPage={setPage} />}
    </>
  )
}

interface RemovedProps extends Pick<CompaniesProps, 'companiesMax'> {
  readonly removal: ReturnType<typeof useRemoval>
}

/** What was removed last, until it is added again. */
function Removed({ removal: { removed, undo, refused, fault }, companiesMax }: RemovedProps) {
  const words = useWords(WATCHES_WORDS)
  const format = useFormat()
  const name = removed && isolated(removed.company?.name ?? removed.uuid)
  const isFull = isFullFault(fault)
  return (
    <>
      <p className={styles.removed}>
        <span role="status">{name && words.removed(name)}</span>{' '}
        {removed && (
          <Button variant="subtle" size="compact-sm" onClick={undo}>
            {words.undo}
          </Button>
        )}
      </p>
      {name && refused && <Failure fault={refused} text={words.notAdded(name, words.faults[refused])} />}
      <Failure fault={fault} {...(isFull && { text: words.listFullNow(format.number(companiesMax)) })} />
    </>
  )
}

interface ToolsProps {
  readonly filter: string
  readonly sort: Sort
  readonly onFilter: (text: string) => void
  readonly onSort: (sort: Sort) => void
}

function Tools({ filter, sort, onFilter, onSort }: ToolsProps) {
  const words = useWords(WATCHES_WORDS)
  return (
    <div className={styles.tools}>
      <TextInput
        label={words.filter}
        placeholder={words.filterHint}
        value={filter}
        onChange={({ currentTarget }) => onFilter(currentTarget.value)}
        type="search"
        autoComplete="off"
      />
      <NativeSelect
        label={words.sort}
        value={sort}
        onChange={({ currentTarget }) => onSort(currentTarget.value as Sort)}
        data={SORTS.map((value) => ({ value, label: words.sorts[value] }))}
      />
    </div>
  )
}

interface PagesProps {
  readonly at: number
  readonly pages: number
  readonly total: number
  readonly onPage: (page: number) => void
}

function Pages({ at, pages, total, onPage }: PagesProps) {
  const words = useWords(WATCHES_WORDS)
  const format = useFormat()
  const [first, last] = [at * PAGE_ROWS + 1, Math.min((at + 1) * PAGE_ROWS, total)]
  return (
    <nav className={styles.pages} aria-label={words.pages}>
      <Button variant="default" disabled={at === 0} onClick={() => onPage(at - 1)}>
        {words.previous}
      </Button>
      <span>{words.range(format.number(first), format.number(last), format.number(total))}</span>
      <Button variant="default" disabled={at + 1 >= pages} onClick={() => onPage(at + 1)}>
        {words.next}
      </Button>
    </nav>
  )
}
