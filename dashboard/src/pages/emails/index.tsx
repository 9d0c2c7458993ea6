/** Shows the e-mails of a server without a mail server, on the same machine only: a list and the open one. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/call.ts'
import type { Email, EmailEntry, EmailsAnswer } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { Empty } from '../../parts/empty.tsx'
import { PageFailure } from '../../parts/failure.tsx'
import { Rows } from '../../parts/loading.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { EMAILS } from '../../words/emails.ts'
import { useWords } from '../../words/language.tsx'
import styles from './emails.module.css'

/** A requested e-mail appears within seconds. */
const LOOK_AGAIN_MS = 2_000
const EXPECTED_ROWS = 3

export function EmailsPage() {
  const words = useWords(EMAILS)
  const emails = useQuery({
    queryKey: ['emails'],
    queryFn: ({ signal }) => get<EmailsAnswer>('emails', signal),
    refetchInterval: LOOK_AGAIN_MS,
  })
  return (
    <div className={styles.page}>
      <PageHead title={words.title} lead={words.lead} />
      {emails.isPending && <Rows count={EXPECTED_ROWS} />}
      {emails.isError && <PageFailure fault={emails.error} onRetry={() => emails.refetch()} />}
      {emails.data?.emails.length === 0 && (
        <Card>
          <Empty title={words.emptyTitle} text={words.emptyText} />
        </Card>
      )}
      {emails.data !== undefined && emails.data.emails.length > 0 && <Emails emails={emails.data.emails} />}
    </div>
  )
}

function Emails({ emails }: { readonly emails: readonly EmailEntry[] }) {
  const words = useWords(EMAILS)
  const [chosen, setChosen] = useState<string>()
  const open = chosen ?? emails[0]?.id
  return (
    <div className={styles.split}>
      <Card isFlush>
        <ul className={styles.list} aria-label={words.list}>
          {emails.map((email) => (
            <li key={email.id}>
              <button
                type="button"
                className={styles.entry}
                aria-pressed={email.id === open}
                onClick={() => setChosen(email.id)}
              >
                <span className={styles.subject}>{email.subject}</span>
                <span className={styles.facts}>
                  {email.to} · <Moment at={email.at} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Card>
      <div>{open !== undefined && <OpenEmail key={open} id={open} />}</div>
    </div>
  )
}

function OpenEmail({ id }: { readonly id: string }) {
  const email = useQuery({
    queryKey: ['emails', id],
    queryFn: ({ signal }) => get<Email>(`emails/${encodeURIComponent(id)}`, signal),
  })
  if (email.isPending) return <Rows count={EXPECTED_ROWS} />
  if (email.isError) return <PageFailure fault={email.error} onRetry={() => email.refetch()} />
  return (
    <Card title={email.data.subject} text={email.data.to}>
      <p className={styles.text}>
        <Linked text={email.data.text} links={email.data.links} />
      </p>
    </Card>
  )
}

/** The text of an e-mail with clickable links. */
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
