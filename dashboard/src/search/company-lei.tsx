/** The LEI of a company, and its group as GLEIF has it. */
import { COMPANY } from '../words/company.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import type { Company } from './answers.ts'
import { Link, useSearchNavigation } from './navigation.tsx'

/** Rows of a list of facts; none if no LEI is known. */
export function LeiFacts({ company }: { readonly company: Company }) {
  const words = useWords(COMPANY)
  const format = useFormat()
  const { lei, lei_status: status, parents, subsidiaries } = company
  if (lei === null) return null
  const parentOfAll = parents.ultimate === parents.direct ? null : parents.ultimate
  return (
    <>
      <div>
        <dt>{words.lei}</dt>
        <dd>
          <code>{lei}</code> {status !== null && (words.leiStatuses[status] ?? <bdi lang="en">{status}</bdi>)}
        </dd>
      </div>
      <Parent title={words.directParent} lei={parents.direct} />
      <Parent title={words.ultimateParent} lei={parentOfAll} />
      {subsidiaries > 0 && (
        <div>
          <dt>{words.subsidiaries}</dt>
          <dd>{format.number(subsidiaries)}</dd>
        </div>
      )}
    </>
  )
}

/** Links to the search for the LEI, which finds the parent if it is stored. */
function Parent({ title, lei }: { readonly title: string; readonly lei: string | null }) {
  const { searchPath } = useSearchNavigation()
  if (lei === null) return null
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <Link to={`${searchPath}?q=${lei}`}>
          <code>{lei}</code>
        </Link>
      </dd>
    </div>
  )
}
