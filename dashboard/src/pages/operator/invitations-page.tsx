/** Lists open invitations, and sends new ones. */
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { get, isFaultOf } from '../../api/call.ts'
import type { InvitationsAnswer, InviteAnswer } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { looksLikeEmail, useFields } from '../../parts/fields.ts'
import formStyles from '../../parts/form.module.css'
import list from '../../parts/list.module.css'
import { Moment } from '../../parts/moment.tsx'
import { Saved } from '../../parts/saved.tsx'
import { StateMark } from '../../parts/state-mark.tsx'
import { useLanguage, useWords } from '../../words/language.tsx'
import { OPERATOR } from '../../words/operator.ts'
import { ListCard } from './list-card.tsx'
import { OneTimeLink } from './one-time-link.tsx'
import { OperatorFrame } from './operator-frame.tsx'
import { PLACE, useAct } from './use-act.ts'

type Invitation = InvitationsAnswer['invitations'][number]

export function InvitationsPage() {
  const words = useWords(OPERATOR)
  const invitations = useQuery({
    queryKey: [PLACE, 'invitations'],
    queryFn: ({ signal }) => get<InvitationsAnswer>('operator/invitations', signal),
  })
  return (
    <OperatorFrame>
      <InviteCard />
      <ListCard
        title={words.invitationsTitle}
        query={invitations}
        read={(answer) => answer.invitations}
        none={words.invitationsNone}
        noneText={words.invitationsNoneText}
        item={(invitation) => <Row key={invitation.id} of={invitation} />}
      />
    </OperatorFrame>
  )
}

function InviteCard() {
  const words = useWords(OPERATOR)
  const { language } = useLanguage()
  const form = useFields({ email: '' })
  const [isOperator, setIsOperator] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  const email = form.values.email.trim()
  const inviting = useAct<void, InviteAnswer>(
    () => ({ path: 'invitations', body: { email, role: isOperator ? 'operator' : 'user', language } }),
    (gives) => {
      form.clear()
      setLink(gives.link)
    },
  )
  const isWrong = isFaultOf(inviting.error, '/email')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (form.check({ email: !looksLikeEmail(email) && words.emailWrong })) inviting.mutate()
  }
  return (
    <Card title={words.inviteTitle} text={words.inviteText}>
      <form onSubmit={submit} className={formStyles.form} noValidate>
        <TextInput
          {...form.field('email')}
          label={words.email}
          type="email"
          autoComplete="off"
          {...(isWrong && { error: words.emailWrong })}
        />
        <Checkbox
          label={words.asOperator}
          checked={isOperator}
          onChange={(event) => setIsOperator(event.currentTarget.checked)}
        />
        <Failure fault={isWrong ? null : inviting.error} />
        <div className={formStyles.actions}>
          <Button type="submit" loading={inviting.isPending}>
            {words.invite}
          </Button>
          <Saved isShown={inviting.isSuccess && email === ''} text={words.invited} />
        </div>
      </form>
      <OneTimeLink link={link} onClose={() => setLink(null)} />
    </Card>
  )
}

function Row({ of: { id, email, role, expires_at } }: { readonly of: Invitation }) {
  const words = useWords(OPERATOR)
  const ending = useAct(() => ({ path: `invitations/${encodeURIComponent(id)}/end` }))
  return (
    <li>
      <div className={list.thing}>
        <p className={list.name}>
          {email}
          {role === 'operator' && <StateMark tone="accent">{words.operatorMark}</StateMark>}
        </p>
        <p className={list.facts}>
          {words.until} <Moment at={expires_at} isExact />
        </p>
        <Failure fault={ending.error} />
      </div>
      <Button variant="default" size="sm" loading={ending.isPending} onClick={() => ending.mutate()}>
        {words.endInvitation}
      </Button>
    </li>
  )
}
