/** Letters of a house without a mail server, for who sits at its machine: a list, and the one that is read. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { look } from '../../api/call.ts'
import type { Letter, LetterEntry, LettersAnswer } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { Empty } from '../../parts/empty.tsx'
import { PageFailure } from '../../parts/failure.tsx'
import { Rows } from '../../parts/loading.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useWords } from '../../words/language.tsx'
import { LETTERS } from '../../words/letters.ts'
import styles from './letters.module.css'

/** A letter that was just asked for is here soon. */
const LOOK_AGAIN_MS = 2_000
const EXPECTED_ROWS = 3

export function LettersPage() {
  const words = useWords(LETTERS)
  const letters = useQuery({
    queryKey: ['letters'],
    queryFn: ({ signal }) => look<LettersAnswer>('letters', signal),
    refetchInterval: LOOK_AGAIN_MS,
  })
  return (
    <div className={styles.page}>
      <PageHead title={words.title} lead={words.lead} />
      {letters.isPending && <Rows count={EXPECTED_ROWS} />}
      {letters.isError && <PageFailure fault={letters.error} onRetry={() => letters.refetch()} />}
      {letters.data?.letters.length === 0 && (
        <Card>
          <Empty title={words.emptyTitle} text={words.emptyText} />
        </Card>
      )}
      {letters.data !== undefined && letters.data.letters.length > 0 && (
        <Letters letters={letters.data.letters} />
      )}
    </div>
  )
}

function Letters({ letters }: { readonly letters: readonly LetterEntry[] }) {
  const words = useWords(LETTERS)
  const [chosen, setChosen] = useState<string>()
  const open = chosen ?? letters[0]?.id
  return (
    <div className={styles.split}>
      <Card isFlush>
        <ul className={styles.list} aria-label={words.list}>
          {letters.map((letter) => (
            <li key={letter.id}>
              <button
                type="button"
                className={styles.entry}
                aria-pressed={letter.id === open}
                onClick={() => setChosen(letter.id)}
              >
                <span className={styles.subject}>{letter.subject}</span>
                <span className={styles.facts}>
                  {letter.to} · <Moment at={letter.at} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Card>
      <div>{open !== undefined && <OpenLetter key={open} id={open} />}</div>
    </div>
  )
}

function OpenLetter({ id }: { readonly id: string }) {
  const letter = useQuery({
    queryKey: ['letters', id],
    queryFn: ({ signal }) => look<Letter>(`letters/${encodeURIComponent(id)}`, signal),
  })
  if (letter.isPending) return <Rows count={EXPECTED_ROWS} />
  if (letter.isError) return <PageFailure fault={letter.error} onRetry={() => letter.refetch()} />
  return (
    <Card title={letter.data.subject} text={letter.data.to}>
      <p className={styles.text}>
        <Linked text={letter.data.text} links={letter.data.links} />
      </p>
    </Card>
  )
}

/** The text as it is, with its links to be clicked. */
function Linked({ text, links }: { readonly text: string; readonly links: readonly string[] }) {
  const at = links.map((link) => text.indexOf(link)).filter((index) => index >= 0)
  if (at.length === 0) return text
  const first = Math.min(...at)
  const link = links
    .filter((candidate) => text.startsWith(candidate, first))
    .sort((one, other) => other.length - one.length)[0] as string
  return (
    <>
      {text.slice(0, first)}
      <a href={link}>{link}</a>
      <Linked text={text.slice(first + link.length)} links={links} />
    </>
  )
}
