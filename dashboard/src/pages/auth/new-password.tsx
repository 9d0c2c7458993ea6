/** The form for a new password, after a valid reset link. If a second factor is on, signing in follows. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { isRefusedFor, post } from '../../api/call.ts'
import { Failure } from '../../parts/failure.tsx'
import { useFields } from '../../parts/fields.ts'
import { PASSWORD_CHARS_MIN, PasswordField } from '../../parts/password-field.tsx'
import { AUTH } from '../../words/auth.ts'
import { useFailureSentence } from '../../words/failure-sentence.ts'
import { FAILURES } from '../../words/failures.ts'
import { useWords } from '../../words/language.tsx'
import styles from './auth-card.module.css'
import { AuthCard } from './auth-card.tsx'
import { useGoOn } from './go-on.ts'
import { LinkFault } from './link-fault.tsx'
import { SignInSteps } from './sign-in-steps.tsx'

const PASSWORD_FAULTS = [
  'password_short',
  'password_long',
  'password_common',
  'password_like_address',
] as const
const LINK_FAULTS = ['link_used', 'link_expired', 'link_invalid'] as const

interface NewPasswordProps {
  readonly email: string
  readonly token: string
}

export function NewPassword({ email, token }: NewPasswordProps) {
  const words = useWords(AUTH)
  const goOn = useGoOn()
  const [isSaved, setIsSaved] = useState(false)
  const { form, saving, submit } = useNewPassword(token, (state) => {
    if (state === 'signed_in') goOn()
    else setIsSaved(true)
  })
  if (isSaved) return <SignInSteps lead={words.resetDone} onSignedIn={goOn} />
  if (isRefusedFor(saving.error, ...LINK_FAULTS)) {
    return <LinkFault fault={saving.error} anew="/reset" onRetry={() => saving.reset()} />
  }
  return (
    <AuthCard title={words.newPasswordTitle} lead={words.newPasswordText}>
      <form onSubmit={submit} noValidate>
        <p className={styles.address}>{email}</p>
        <PasswordField {...form.field('password')} label={words.newPassword} isNew />
        <Failure fault={isRefusedFor(saving.error, ...PASSWORD_FAULTS) ? null : saving.error} />
        <Button type="submit" loading={saving.isPending}>
          {words.newPasswordButton}
        </Button>
      </form>
    </AuthCard>
  )
}

function useNewPassword(token: string, onSaved: (state: 'signed_in' | 'sign_in') => void) {
  const failures = useWords(FAILURES)
  const sentence = useFailureSentence()
  const form = useFields({ password: '' })
  const { password } = form.values
  const saving = useMutation({
    mutationFn: () => post<{ state: 'signed_in' | 'sign_in' }>('auth/reset/finish', { token, password }),
    onSuccess: ({ state }) => onSaved(state),
    onError: (fault) => {
      if (isRefusedFor(fault, ...PASSWORD_FAULTS)) form.check({ password: sentence(fault) })
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const isShort = [...password].length < PASSWORD_CHARS_MIN
    if (form.check({ password: isShort && failures.password_short })) saving.mutate()
  }
  return { form, saving, submit }
}
