/** Below a list of which more can be asked for. */
import { Button } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import list from './list.module.css'

interface MoreProps {
  readonly of: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
  readonly word: string
}

export function More({ of: query, word }: MoreProps) {
  if (!query.hasNextPage) return null
  return (
    <div className={list.more}>
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        {word}
      </Button>
    </div>
  )
}
