/** The companies of a list: all of them are loaded, page by page, so that filter and order answer at once. */
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { post } from '../../api/call.ts'
import type { AppWatchedCompaniesAnswer, WatchedEntry } from '../../api/types.ts'
import { useLanguage } from '../../words/language.tsx'
import { useAddOne } from './add-rows.ts'
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

/** Removes a company at once, and adds it again with its reference. */
export function useRemoval(id: string) {
  const queries = useQueryClient()
  const refresh = useWatchesRefresh()
  const [removed, setRemoved] = useState<WatchedEntry>()
  const removing = useMutation({
    mutationFn: (entry: WatchedEntry) => post(`watches/${id}/remove`, { uuids: [entry.uuid] }),
    onSuccess: (_answer, entry) => {
      setRemoved(entry)
      queries.setQueryData<InfiniteData<AppWatchedCompaniesAnswer, string | null>>(
        watchedQuery(id).queryKey,
        (data) => data && { ...data, pages: data.pages.map((page) => without(page, entry.uuid)) },
      )
      return refresh()
    },
  })
  const adding = useAddOne(id)
  const undo = () => {
    if (removed === undefined) return
    const { uuid, ref } = removed
    adding.mutate({ uuid, ...(ref !== null && { ref }) }, { onSuccess: () => setRemoved(undefined) })
  }
  return { removed, remove: removing.mutate, undo, fault: removing.error ?? adding.error }
}

function without(page: AppWatchedCompaniesAnswer, uuid: string): AppWatchedCompaniesAnswer {
  return { ...page, companies: page.companies.filter((one) => one.uuid !== uuid) }
}
