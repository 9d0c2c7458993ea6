/** A button below a list that loads its next page. */
import { Button } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useRef } from 'react'
import list from './list.module.css'

interface MoreProps {
  readonly of: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
  readonly word: string
}

/** Must directly follow the list: the first new row is focused when it is drawn. */
export function More({ of: query, word }: MoreProps) {
  const awaited = useRef<{ readonly list: Element; readonly row: number }>(undefined)
  useEffect(() => {
    const row = awaited.current?.list.children.item(awaited.current.row)
    if (!(row instanceof HTMLElement)) return
    awaited.current = undefined
    row.tabIndex = -1
    row.focus({ preventScroll: true })
  })
  if (!query.hasNextPage) return null
  const more = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const rows = currentTarget.parentElement?.previousElementSibling
    if (rows) awaited.current = { list: rows, row: rows.children.length }
    void query.fetchNextPage()
  }
  return (
    <div className={list.more}>
      <Button variant="default" loading={query.isFetchingNextPage} onClick={more}>
        {word}
      </Button>
    </div>
  )
}
