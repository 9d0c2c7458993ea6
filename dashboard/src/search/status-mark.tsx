/** The status of a company: a word and a dot whose colour only repeats it. */
import type { Status } from './answers.ts'
import { useNaming } from './reference.tsx'

export function StatusMark({ status }: { readonly status: Status }) {
  const nameOf = useNaming()
  return (
    <span className="fs-status" data-status={status}>
      {nameOf('statuses', status)}
    </span>
  )
}
