/** Former names, former register numbers, other names and announcements of a company. */
import { COMPANY } from '../words/company.ts'
import { useFormat } from '../words/format.ts'
import { isolated } from '../words/isolated.ts'
import { Isolated } from '../words/isolated-text.tsx'
import { useWords } from '../words/language.tsx'
import { SEARCH } from '../words/search.ts'
import type { Company } from './answers.ts'

export function CompanyHistory({ company }: { readonly company: Company }) {
  const words = useWords(COMPANY)
  const search = useWords(SEARCH)
  const numbers = company.former_numbers.map((number) => ({
    text: [
      number.registration_number,
      number.register_court && search.localCourt(isolated(number.register_court)),
    ]
      .filter((part) => part !== '')
      .join(', '),
    until: number.until,
  }))
  const names = company.former_names.map(({ name, until }) => ({ text: name, until }))
  const others = company.other_names.map(({ name }) => ({ text: name, until: null }))
  return (
    <section className="fs-panel" aria-labelledby="fs-history">
      <h2 id="fs-history">{words.history}</h2>
      {names.length + numbers.length + others.length + company.events.length === 0 && (
        <p className="fs-unknown">{words.noHistory}</p>
      )}
      <Formers title={words.formerNames} formers={names} />
      <Formers title={words.formerNumbers} formers={numbers} />
      <Formers title={words.otherNames} formers={others} />
      <Events company={company} />
    </section>
  )
}

interface FormersProps {
  readonly title: string
  readonly formers: readonly { readonly text: string; readonly until: string | null }[]
}

function Formers({ title, formers }: FormersProps) {
  const words = useWords(COMPANY)
  const format = useFormat()
  if (formers.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul className="fs-formers">
        {formers.map(({ text, until }) => (
          <li key={text}>
            <Isolated>{text}</Isolated>
            {until !== null && <time dateTime={until}>{words.until(format.day(until))}</time>}
          </li>
        ))}
      </ul>
    </>
  )
}

function Events({ company }: { readonly company: Company }) {
  const words = useWords(COMPANY)
  const format = useFormat()
  if (company.events.length === 0) return null
  return (
    <>
      <h3>{words.events}</h3>
      <ul className="fs-formers">
        {company.events.map(({ kind, date, source }) => (
          <li key={`${date} ${kind} ${source}`}>
            {words.eventKinds[kind]}
            <time dateTime={date}>{format.day(date)}</time>
          </li>
        ))}
      </ul>
    </>
  )
}
