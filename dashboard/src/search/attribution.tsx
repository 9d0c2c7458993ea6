/** Where a fact is from, and what it is not: stands at every hit and every company. */
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { SEARCH } from '../words/search.ts'
import type { Source } from './answers.ts'

export function Attribution({ source }: { readonly source: Source }) {
  const words = useWords(SEARCH)
  const format = useFormat()
  return (
    <span className="fs-attribution">
      {words.asOf} {format.day(source.as_of)} · <span lang="en">{source.attribution}</span>, {source.licence};{' '}
      {words.notOfficial}
    </span>
  )
}
