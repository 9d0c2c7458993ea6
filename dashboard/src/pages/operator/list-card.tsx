/** A card for a list in each of its states: loading, failed, empty, loaded. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card } from '../../parts/card.tsx'
import { Empty } from '../../parts/empty.tsx'
import { PageFailure } from '../../parts/failure.tsx'
import list from '../../parts/list.module.css'
import { Rows } from '../../parts/loading.tsx'

const EXPECTED_ROWS = 4

interface ListCardProps<Answer, Item> {
  readonly title: string
  readonly query: UseQueryResult<Answer>
  readonly read: (answer: Answer) => readonly Item[]
  readonly none: string
  readonly noneText: string
  readonly item: (item: Item) => ReactNode
  /** Shown below the list. */
  readonly children?: ReactNode
}

export function ListCard<Answer, Item>(props: ListCardProps<Answer, Item>) {
  const { title, query, read, none, noneText, item, children } = props
  const items = query.data === undefined ? undefined : read(query.data)
  return (
    <Card title={title} isFlush>
      {query.isPending && <Rows count={EXPECTED_ROWS} />}
      {query.isError && <PageFailure fault={query.error} onRetry={() => query.refetch()} />}
      {items?.length === 0 && <Empty title={none} text={noneText} />}
      {items !== undefined && items.length > 0 && (
        <ul className={list.rows} aria-label={title}>
          {items.map(item)}
        </ul>
      )}
      {children}
    </Card>
  )
}
