/** A new account: address and password, then a letter. */
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { change, isFaultOf, isRefusedFor } from '../../api/call.ts'
import { SESSION } from '../../api/queries.ts'
import type { SessionAnswer } from '../../api/types.ts'
import { Failure, PageFailure } from '../../parts/failure.tsx'
import { looksLikeEmail, useFields } from '../../parts/fields.ts'
import { PageLoading } from '../../parts/loading.tsx'
import { PASSWORD_CHARS_MIN, PasswordField } from '../../parts/password-field.tsx'
import { AUTH } from '../../words/auth.ts'
import { useFailureSentence } from '../../words/failure-sentence.ts'
import { FAILURES } from '../../words/failures.ts'
import { useLanguage, useWords } from '../../words/language.tsx'
import { AuthCard } from './auth-card.tsx'
import { useFragment } from './fragment.ts'
import { placeBefore } from './go-on.ts'
import { SentPage } from './sent-page.tsx'

/** `#setup=CODE` and `#invitation=TOKEN` open a sign-up that is closed otherwise. */
interface Ticket {
  readonly setUpCode: string | undefined
  readonly invitation: string | undefined
}

export function SignUpPage() {
  const ticket = readTicket(useFragment())
  const session = useQuery(SESSION)
  const [sentTo, setSentTo] = useState<string>()
  if (session.isPending) return <PageLoading isWhole />
  if (session.isError) return <PageFailure fault={session.error} onRetry={() => session.refetch()} />
  if (session.data.account !== null) return <Navigate to={placeBefore()} replace />
  const { settings } = session.data
  if (sentTo !== undefined) {
    return <SentPage email={sentTo} settings={settings} onOtherAddress={() => setSentTo(undefined)} />
  }
  const isClosed = settings.sign_up === 'closed' && !ticket.invitation && !ticket.setUpCode
  return isClosed ? <ClosedPage /> : <SignUpForm ticket={ticket} settings={settings} onSent={setSentTo} />
}

function readTicket(fragment: string): Ticket {
  const parts = new URLSearchParams(fragment)
  return { setUpCode: parts.get('setup') ?? undefined, invitation: parts.get('invitation') ?? undefined }
}

function ClosedPage() {
  const words = useWords(AUTH)
  return <AuthCard title={words.closedTitle} lead={words.closedText} below={<ToSignIn />} />
}

function ToSignIn() {
  const words = useWords(AUTH)
  return (
    <>
      {words.haveAccount} <Link to="/signin">{words.signIn}</Link>
    </>
  )
}

interface SignUpFormProps {
  readonly ticket: Ticket
  readonly settings: SessionAnswer['settings']
  readonly onSent: (email: string) => void
}

function SignUpForm({ ticket, settings, onSent }: SignUpFormProps) {
  const words = useWords(AUTH)
  const { form, signingUp, submit } = useSignUp(ticket, onSent)
  const lead = ticket.invitation
    ? words.invited
    : settings.sign_up === 'domains'
      ? words.domains
      : words.signUpLead
  return (
    <AuthCard title={words.signUp} lead={lead} below={<ToSignIn />}>
      <form onSubmit={submit} noValidate>
        <TextInput {...form.field('email')} label={words.email} type="email" autoComplete="username" />
        <PasswordField {...form.field('password')} label={words.password} isNew />
        {ticket.setUpCode !== undefined && (
          <TextInput
            {...form.field('setUpCode')}
            label={words.setUpCode}
            description={words.setUpHint}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <Failure fault={isPasswordFault(signingUp.error) ? null : signingUp.error} />
        <Button type="submit" loading={signingUp.isPending} disabled={settings.insecure}>
          {words.signUp}
        </Button>
      </form>
    </AuthCard>
  )
}

function useSignUp(ticket: Ticket, onSent: (email: string) => void) {
  const words = useWords(AUTH)
  const failures = useWords(FAILURES)
  const sentence = useFailureSentence()
  const { language } = useLanguage()
  const form = useFields({ email: '', password: '', setUpCode: ticket.setUpCode ?? '' })
  const email = form.values.email.trim()
  const signingUp = useMutation({
    mutationFn: () =>
      change('auth/sign-up', {
        email,
        password: form.values.password,
        language,
        ...(form.values.setUpCode !== '' && { set_up_code: form.values.setUpCode.trim() }),
        ...(ticket.invitation && { invitation: ticket.invitation }),
      }),
    onSuccess: () => onSent(email),
    onError: (fault) => {
      if (isPasswordFault(fault)) form.check({ password: sentence(fault) })
      if (isFaultOf(fault, '/email')) form.check({ email: words.emailWrong })
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const isSound = form.check({
      email: email === '' ? words.emailMissing : !looksLikeEmail(email) && words.emailWrong,
      password: [...form.values.password].length < PASSWORD_CHARS_MIN && failures.password_short,
    })
    if (isSound) signingUp.mutate()
  }
  return { form, signingUp, submit }
}

function isPasswordFault(fault: unknown): boolean {
  return isRefusedFor(fault, 'password_short', 'password_long', 'password_common', 'password_like_address')
}
