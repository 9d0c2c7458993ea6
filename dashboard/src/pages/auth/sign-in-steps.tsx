/** Signs in by password or passkey, then by the second factor if it is on. */
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useContext, useState } from 'react'
import { isRefusedFor, post } from '../../api/call.ts'
import { hasPasskeys, usePasskey } from '../../api/passkeys.ts'
import { SESSION } from '../../api/queries.ts'
import type { SignInAnswer } from '../../api/types.ts'
import { Failure } from '../../parts/failure.tsx'
import { useFields } from '../../parts/fields.ts'
import { PasswordField } from '../../parts/password-field.tsx'
import { AUTH } from '../../words/auth.ts'
import { useWords } from '../../words/language.tsx'
import { SHELL } from '../../words/shell.ts'
import styles from './auth-card.module.css'
import { AuthStep, IsInDialog } from './auth-card.tsx'
import { CodeStep } from './code-step.tsx'

interface SignInStepsProps {
  /** Replaces the usual sentence. */
  readonly lead?: string
  /** Address of the account that was signed in before. */
  readonly email?: string
  readonly onSignedIn: () => void
}

export function SignInSteps({ lead, email = '', onSignedIn }: SignInStepsProps) {
  const [step, setStep] = useState<'password' | 'code' | 'over'>('password')
  const take = (answer: SignInAnswer) => {
    if (answer.state === 'signed_in') onSignedIn()
    else setStep('code')
  }
  if (step === 'code') {
    return (
      <CodeStep onSignedIn={onSignedIn} onOver={() => setStep('over')} onBack={() => setStep('password')} />
    )
  }
  return <PasswordStep lead={lead} email={email} isOver={step === 'over'} onAnswer={take} />
}

interface PasswordStepProps {
  readonly lead: string | undefined
  readonly email: string
  /** Whether the second step took too long. */
  readonly isOver: boolean
  readonly onAnswer: (answer: SignInAnswer) => void
}

function PasswordStep({ lead, email, isOver, onAnswer }: PasswordStepProps) {
  const words = useWords(AUTH)
  const shell = useWords(SHELL)
  const session = useQuery(SESSION)
  const isInDialog = useContext(IsInDialog)
  const isInsecure = session.data?.settings.insecure ?? false
  const [stays, setStays] = useState(false)
  return (
    <AuthStep
      title={words.signIn}
      lead={lead ?? words.signInLead}
      below={!isInDialog && <ToSignUp />}
      isFirst
    >
      {isInsecure && <Failure fault={true} text={shell.insecure} />}
      {isOver && <Failure fault={true} text={words.challengeOver} />}
      <PasswordForm email={email} stays={stays} onAnswer={onAnswer} isOff={isInsecure}>
        <div className={styles.row}>
          <Checkbox
            label={words.stay}
            checked={stays}
            onChange={(event) => setStays(event.currentTarget.checked)}
          />
          <Link to="/reset" {...(isInDialog && { target: '_blank' })}>
            {words.forgot}
          </Link>
        </div>
      </PasswordForm>
      {hasPasskeys() && !isInsecure && <PasskeyWay stays={stays} onAnswer={onAnswer} />}
    </AuthStep>
  )
}

interface PasswordFormProps {
  readonly email: string
  readonly stays: boolean
  readonly isOff: boolean
  readonly onAnswer: (answer: SignInAnswer) => void
  readonly children: React.ReactNode
}

function PasswordForm({ email: given, stays, isOff, onAnswer, children }: PasswordFormProps) {
  const words = useWords(AUTH)
  const form = useFields({ email: given, password: '' })
  const { email, password } = form.values
  const signingIn = useMutation({
    mutationFn: () => post<SignInAnswer>('auth/sign-in', { email: email.trim(), password, stay: stays }),
    onSuccess: onAnswer,
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const isSound = form.check({
      email: email.trim() === '' && words.emailMissing,
      password: password === '' && words.passwordMissing,
    })
    if (isSound) signingIn.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        {...form.field('email')}
        label={words.email}
        type="email"
        autoComplete="username webauthn"
        {...(given === '' && { autoFocus: true })}
      />
      <PasswordField
        {...form.field('password')}
        label={words.password}
        {...(given !== '' && { 'data-autofocus': true })}
      />
      {children}
      <Failure fault={signingIn.error} />
      <Button type="submit" loading={signingIn.isPending} disabled={isOff}>
        {words.signIn}
      </Button>
    </form>
  )
}

function PasskeyWay({
  stays,
  onAnswer,
}: {
  readonly stays: boolean
  readonly onAnswer: (answer: SignInAnswer) => void
}) {
  const words = useWords(AUTH)
  const showing = usePasskey<SignInAnswer>('auth/passkey', onAnswer)
  return (
    <>
      <div className={styles.or}>{words.or}</div>
      <Failure fault={isRefusedFor(showing.error, 'given_up') ? null : showing.error} />
      <Button variant="default" loading={showing.isPending} onClick={() => showing.mutate({ stay: stays })}>
        {words.passkey}
      </Button>
    </>
  )
}

function ToSignUp() {
  const words = useWords(AUTH)
  const session = useQuery(SESSION)
  if (session.data?.settings.sign_up === 'closed') return null
  return (
    <>
      {words.noAccount} <Link to="/signup">{words.signUp}</Link>
    </>
  )
}
