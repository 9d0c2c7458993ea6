/** Resets a password: first requests a link; opened by that link, sets a new password. */
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { isFaultOf, post } from '../../api/call.ts'
import { SESSION } from '../../api/queries.ts'
import { Failure } from '../../parts/failure.tsx'
import { looksLikeEmail, useFields } from '../../parts/fields.ts'
import { useFragment } from '../../parts/fragment.ts'
import { PageLoading } from '../../parts/loading.tsx'
import { AUTH } from '../../words/auth.ts'
import { useWords } from '../../words/language.tsx'
import { AuthCard } from './auth-card.tsx'
import { LinkFault } from './link-fault.tsx'
import { NewPassword } from './new-password.tsx'
import { SentPage } from './sent-page.tsx'
import { useLink } from './use-link.ts'

export function ResetPage() {
  const token = useFragment()
  return token === '' ? <AskForLink /> : <WithLink token={token} />
}

function WithLink({ token }: { readonly token: string }) {
  const link = useLink(token)
  if (link.isPending) return <PageLoading isWhole />
  if (link.isError) return <LinkFault fault={link.error} anew="/reset" onRetry={() => link.refetch()} />
  return <NewPassword email={link.data.email} token={token} />
}

function AskForLink() {
  const words = useWords(AUTH)
  const session = useQuery(SESSION)
  const form = useFields({ email: '' })
  const [sentTo, setSentTo] = useState<string>()
  const email = form.values.email.trim()
  const asking = useMutation({
    mutationFn: () => post('auth/reset', { email }),
    onSuccess: () => setSentTo(email),
    onError: (fault) => {
      if (isFaultOf(fault, '/email')) form.check({ email: words.emailWrong })
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const fault = email === '' ? words.emailMissing : !looksLikeEmail(email) && words.emailWrong
    if (form.check({ email: fault })) asking.mutate()
  }
  if (sentTo !== undefined && session.data !== undefined) {
    return (
      <SentPage
        email={sentTo}
        settings={session.data.settings}
        onOtherAddress={() => setSentTo(undefined)}
        isReset
      />
    )
  }
  return (
    <AuthCard
      title={words.resetTitle}
      lead={words.resetText}
      below={<Link to="/signin">{words.backToSignIn}</Link>}
    >
      <form onSubmit={submit} noValidate>
        <TextInput {...form.field('email')} label={words.email} type="email" autoComplete="username" />
        <Failure fault={isFaultOf(asking.error, '/email') ? null : asking.error} />
        <Button type="submit" loading={asking.isPending}>
          {words.resetButton}
        </Button>
      </form>
    </AuthCard>
  )
}
