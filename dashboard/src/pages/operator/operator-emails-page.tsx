/** Lists e-mails that could not be sent. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/call.ts'
import type { OperatorEmailsAnswer } from '../../api/types.ts'
import { Failure } from '../../parts/failure.tsx'
import list from '../../parts/list.module.css'
import { Moment } from '../../parts/moment.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { OPERATOR } from '../../words/operator.ts'
import { ListCard } from './list-card.tsx'
import styles from './operator.module.css'
import { OperatorFrame } from './operator-frame.tsx'
import { PLACE, useAct } from './use-act.ts'

type Email = OperatorEmailsAnswer['emails'][number]

export function OperatorEmailsPage() {
  const words = useWords(OPERATOR)
  const emails = useQuery({
    queryKey: [PLACE, 'emails'],
    queryFn: ({ signal }) => get<OperatorEmailsAnswer>('operator/emails?state=failed', signal),
  })
  return (
    <OperatorFrame>
      <ListCard
        title={words.emailsTitle}
        query={emails}
        read={(answer) => answer.emails}
        none={words.emailsNone}
        noneText={words.emailsNoneText}
        item={(email) => <Row key={email.id} of={email} />}
      />
    </OperatorFrame>
  )
}

function Row({ of: { id, kind, to, tries, fault, created_at } }: { readonly of: Email }) {
  const words = useWords(OPERATOR)
  const format = useFormat()
  const sending = useAct(() => ({ path: `emails/${encodeURIComponent(id)}/again` }))
  return (
    <li>
      <div className={list.thing}>
        <p className={list.name}>
          {to} <code>{kind}</code>
        </p>
        <p className={list.facts}>
          <Moment at={created_at} isExact /> · {words.emailFacts(format.number(tries))}
          {fault !== null && <code className={styles.fault}>{fault}</code>}
        </p>
        <Failure fault={sending.error} />
      </div>
      <Button variant="default" size="sm" loading={sending.isPending} onClick={() => sending.mutate()}>
        {words.sendAgain}
      </Button>
    </li>
  )
}
