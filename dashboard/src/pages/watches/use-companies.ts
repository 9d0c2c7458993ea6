/** The companies of a list: all of them are loaded, page by page, so that filter and order answer at once. */
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { post } from '../../api/call.ts'
import type { AppWatchedCompaniesAnswer, WatchedEntry } from '../../api/types.ts'
import { useLanguage } from '../../words/language.tsx'
import { type Added, faultOf, useAddOne } from './add-rows.ts'
import { useWatchesRefresh, watchedQuery } from './watches-query.ts'

/** The orders in which companies are shown. */
export const SORTS = ['name', 'changed', 'added'] as const
export type Sort = (typeof SORTS)[number]

/** A company with the text that the filter looks into. */
interface Findable {
  readonly entry: WatchedEntry
  readonly text: string
}

export function useCompanies(id: string) {
  const query = useInfiniteQuery(watchedQuery(id))
  const { hasNextPage, isFetching, fetchNextPage, isError } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  const entries = useMemo(() => query.data?.pages.flatMap((page) => page.companies) ?? [], [query.data])
  return { query, entries }
}

/** Returns the companies that match a filter, in this order. */
export function useFiltered(
  entries: readonly WatchedEntry[],
  filter: string,
  sort: Sort,
): readonly WatchedEntry[] {
  const { language } = useLanguage()
  const sorted = useMemo(() => findable(entries, sort, language), [entries, sort, language])
  const wanted = folded(filter.trim())
  return useMemo(
    () => sorted.filter(({ text }) => text.includes(wanted)).map(({ entry }) => entry),
    [sorted, wanted],
  )
}

function findable(entries: readonly WatchedEntry[], sort: Sort, language: string): readonly Findable[] {
  const { compare } = new Intl.Collator(language)
  const nameOf = ({ company, uuid }: WatchedEntry) => company?.name ?? uuid
  const orders: Readonly<Record<Sort, (a: WatchedEntry, b: WatchedEntry) => number>> = {
    name: (a, b) => compare(nameOf(a), nameOf(b)),
    changed: (a, b) => compareTimes(b.company?.updated_at, a.company?.updated_at),
    added: (a, b) => compareTimes(b.added_at, a.added_at),
  }
  return entries.toSorted(orders[sort]).map((entry) => ({ entry, text: textOf(entry) }))
}

/** Times in UTC of one form are in order as texts. */
function compareTimes(a = '', b = ''): number {
  return a === b ? 0 : a < b ? -1 : 1
}

function textOf({ uuid, ref, company }: WatchedEntry): string {
  const { name = '', seat = '', registration_number: number = '', register_court: court = '' } = company ?? {}
  return folded([name, seat, number, court, ref ?? '', uuid].join(' '))
}

function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/**
 * Removes a company at once, and adds it again with its reference. `refused`: why it was not added again, for
 * example because it was deleted meanwhile.
 */
export function useRemoval(id: string) {
  const refresh = useWatchesRefresh()
  const takeOut = useTakeOut(id)
  const [removed, setRemoved] = useState<WatchedEntry>()
  const adding = useAddOne(id)
  const removing = useMutation({
    mutationFn: (entry: WatchedEntry) => post(`watches/${id}/remove`, { uuids: [entry.uuid] }),
    onSuccess: async (_answer, entry) => {
      setRemoved(entry)
      adding.reset()
      await takeOut(entry.uuid)
      await refresh()
    },
  })
  const undo = () => {
    if (removed === undefined) return
    const { uuid, ref } = removed
    const onSuccess = (added: Added[number]) => {
      if (added.uuid !== null) setRemoved(undefined)
    }
    adding.mutate({ uuid, ...(ref !== null && { ref }) }, { onSuccess })
  }
  const refused = adding.data && faultOf(adding.data)
  return { removed, remove: removing.mutate, undo, refused, fault: removing.error ?? adding.error }
}

/** Returns a function that takes a company out of the pages that are loaded. */
function useTakeOut(id: string): (uuid: string) => Promise<void> {
  const queries = useQueryClient()
  const { queryKey } = watchedQuery(id)
  return async (uuid) => {
    // What is under way was read before the removal, and would bring the company back.
    await queries.cancelQueries({ queryKey })
    const isStale = queries.getQueryState(queryKey)?.isInvalidated === true
    queries.setQueryData<InfiniteData<AppWatchedCompaniesAnswer, string | null>>(
      queryKey,
      (data) => data && { ...data, pages: data.pages.map((page) => without(page, uuid)) },
    )
    if (isStale) void queries.invalidateQueries({ queryKey })
  }
}

function without(page: AppWatchedCompaniesAnswer, uuid: string): AppWatchedCompaniesAnswer {
  return { ...page, companies: page.companies.filter((one) => one.uuid !== uuid) }
}
