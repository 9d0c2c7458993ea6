/** Shows a time as people say it, with the exact time as its title. */
import { useFormat } from '../words/format.ts'

export function Moment({ at, isExact = false }: { readonly at: string; readonly isExact?: boolean }) {
  const format = useFormat()
  return (
    <time dateTime={at} title={format.moment(at)}>
      {isExact ? format.moment(at) : format.ago(at)}
    </time>
  )
}
