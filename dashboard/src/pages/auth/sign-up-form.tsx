/** The form for a new account. */
import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SubmitEvent } from 'react'
import { isFaultOf, isRefusedFor, post } from '../../api/call.ts'
import type { SessionAnswer } from '../../api/types.ts'
import { Failure } from '../../parts/failure.tsx'
import { looksLikeEmail, useFields } from '../../parts/fields.ts'
import { PASSWORD_CHARS_MIN, PasswordField } from '../../parts/password-field.tsx'
import { AUTH } from '../../words/auth.ts'
import { useFailureSentence } from '../../words/failure-sentence.ts'
import { FAILURES } from '../../words/failures.ts'
import { useLanguage, useWords } from '../../words/language.tsx'
import { SHELL } from '../../words/shell.ts'
import { AuthCard } from './auth-card.tsx'

/** A code or token that permits a sign-up although it is closed: `#setup=CODE` or `#invitation=TOKEN`. */
export interface Ticket {
  readonly setUpCode: string | undefined
  readonly invitation: string | undefined
}

export interface SignUpFormProps {
  readonly ticket: Ticket
  readonly settings: SessionAnswer['settings']
  readonly onSent: (email: string) => void
  /** Address of the invitation; no other is accepted. */
  readonly email?: string
}

export function SignUpForm({ ticket, settings, onSent, email = '' }: SignUpFormProps) {
  const words = useWords(AUTH)
  const shell = useWords(SHELL)
  const { form, signingUp, submit } = useSignUp(ticket, email, onSent)
  const lead = ticket.invitation
    ? words.invited
    : settings.sign_up === 'domains'
      ? words.domains
      : words.signUpLead
  return (
    <AuthCard title={words.signUp} lead={lead} below={<ToSignIn />}>
      {settings.insecure && <Failure fault={true} text={shell.insecure} />}
      <form onSubmit={submit} noValidate>
        <TextInput
          {...form.field('email')}
          label={words.email}
          type="email"
          autoComplete="username"
          readOnly={email !== ''}
        />
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

function useSignUp(ticket: Ticket, given: string, onSent: (email: string) => void) {
  const words = useWords(AUTH)
  const failures = useWords(FAILURES)
  const sentence = useFailureSentence()
  const { language } = useLanguage()
  const form = useFields({ email: given, password: '', setUpCode: ticket.setUpCode ?? '' })
  const email = form.values.email.trim()
  const signingUp = useMutation({
    mutationFn: () =>
      post('auth/sign-up', {
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

/** A link for users who already have an account. */
export function ToSignIn() {
  const words = useWords(AUTH)
  return (
    <>
      {words.haveAccount} <Link to="/signin">{words.signIn}</Link>
    </>
  )
}
