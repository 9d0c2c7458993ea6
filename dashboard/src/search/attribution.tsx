/** Source, date and licence of an entry; shown with every hit and every company. */
import { creditText } from '../words/credit.ts'
import { useFormat } from '../words/format.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import { SEARCH } from '../words/search.ts'
import type { Source } from './answers.ts'

export function Attribution({ source }: { readonly source: Source }) {
  const words = useWords(SEARCH)
  const format = useFormat()
  const { language } = useLanguage()
  return (
    <span className="fs-attribution">
      {words.asOf} {format.day(source.as_of)} · {creditText(source.attribution, language)}, {source.licence};{' '}
      {words.notOfficial}
    </span>
  )
}
