/** Lists suppressed companies, and suppresses others. */
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { CallFailure, get } from '../../api/call.ts'
import type { SuppressionsAnswer } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useFields } from '../../parts/fields.ts'
import formStyles from '../../parts/form.module.css'
import list from '../../parts/list.module.css'
import { Moment } from '../../parts/moment.tsx'
import { useWords } from '../../words/language.tsx'
import { OPERATOR } from '../../words/operator.ts'
import { ListCard } from './list-card.tsx'
import { OperatorFrame } from './operator-frame.tsx'
import { PLACE, useAct } from './use-act.ts'

type Suppression = SuppressionsAnswer['suppressions'][number]

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const REASON_CHARS_MAX = 500

export function SuppressedPage() {
  const words = useWords(OPERATOR)
  const suppressions = useQuery({
    queryKey: [PLACE, 'suppressions'],
    queryFn: ({ signal }) => get<SuppressionsAnswer>('operator/suppressions', signal),
  })
  return (
    <OperatorFrame>
      <SuppressCard />
      <ListCard
        title={words.suppressedTitle}
        query={suppressions}
        read={(answer) => answer.suppressions}
        none={words.suppressedNone}
        noneText={words.suppressedNoneText}
        item={(suppression) => <Row key={suppression.uuid} of={suppression} />}
      />
    </OperatorFrame>
  )
}

function SuppressCard() {
  const words = useWords(OPERATOR)
  const form = useFields({ uuid: '', reason: '' })
  const uuid = form.values.uuid.trim()
  const reason = form.values.reason.trim()
  const suppressing = useAct(() => ({ path: 'suppressions', body: { uuid, reason } }), form.clear)
  const isNotThere = suppressing.error instanceof CallFailure && suppressing.error.status === 404
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const isSound = form.check({
      uuid: !UUID.test(uuid) && words.uuidWrong,
      reason: reason === '' && words.reasonMissing,
    })
    if (isSound) suppressing.mutate()
  }
  return (
    <Card title={words.suppressTitle} text={words.suppressText}>
      <form onSubmit={submit} className={formStyles.form} noValidate>
        <TextInput {...form.field('uuid')} label={words.uuid} autoComplete="off" spellCheck={false} />
        <TextInput {...form.field('reason')} label={words.reason} maxLength={REASON_CHARS_MAX} />
        <Failure fault={suppressing.error} {...(isNotThere && { text: words.notThere })} />
        <div className={formStyles.actions}>
          <Button type="submit" color="red" loading={suppressing.isPending}>
            {words.suppress}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function Row({ of: { uuid, reason, at } }: { readonly of: Suppression }) {
  const words = useWords(OPERATOR)
  const lifting = useAct(() => ({ path: `suppressions/${uuid}/lift` }))
  return (
    <li>
      <div className={list.thing}>
        <p className={list.name}>{reason}</p>
        <p className={list.facts}>
          <code>{uuid}</code> · <Moment at={at} isExact />
        </p>
        <Failure fault={lifting.error} />
      </div>
      <Button
        variant="default"
        size="sm"
        loading={lifting.isPending}
        onClick={() => lifting.mutate()}
        aria-label={`${words.lift}: ${reason}`}
      >
        {words.lift}
      </Button>
    </li>
  )
}
