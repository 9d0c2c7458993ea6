/** Changes the password. The current one is required, and all other sessions end. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { isRefusedFor, post } from '../../api/call.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useFields } from '../../parts/fields.ts'
import formStyles from '../../parts/form.module.css'
import { PASSWORD_CHARS_MIN, PasswordField } from '../../parts/password-field.tsx'
import { Saved } from '../../parts/saved.tsx'
import { ACCOUNT } from '../../words/account.ts'
import { useFailureSentence } from '../../words/failure-sentence.ts'
import { FAILURES } from '../../words/failures.ts'
import { useWords } from '../../words/language.tsx'

const NEXT_FAULTS = [
  'password_short',
  'password_long',
  'password_common',
  'password_like_address',
  'same_password',
] as const

export function PasswordCard({ email }: { readonly email: string }) {
  const words = useWords(ACCOUNT)
  const { form, changing, submit } = usePasswordChange()
  const isSaid = isRefusedFor(changing.error, 'wrong_credentials', ...NEXT_FAULTS)
  return (
    <Card title={words.passwordTitle} text={words.passwordText}>
      <form onSubmit={submit} className={formStyles.form} noValidate>
        {/* For password managers, which want to know whose it is. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordField {...form.field('current')} label={words.current} />
        <PasswordField {...form.field('next')} label={words.next} isNew />
        <Failure fault={isSaid ? null : changing.error} />
        <div className={formStyles.actions}>
          <Button type="submit" variant="default" loading={changing.isPending}>
            {words.passwordButton}
          </Button>
          <Saved isShown={changing.isSuccess} text={words.passwordDone} />
        </div>
      </form>
    </Card>
  )
}

function usePasswordChange() {
  const words = useWords(ACCOUNT)
  const failures = useWords(FAILURES)
  const sentence = useFailureSentence()
  const form = useFields({ current: '', next: '' })
  const { current, next } = form.values
  const changing = useMutation({
    mutationFn: () => post('account/password', { current, password: next }),
    onSuccess: form.clear,
    onError: (fault) => {
      if (isRefusedFor(fault, 'wrong_credentials')) form.check({ current: words.currentWrong })
      if (isRefusedFor(fault, ...NEXT_FAULTS)) form.check({ next: sentence(fault) })
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const isSound = form.check({
      current: current === '' && words.currentMissing,
      next: [...next].length < PASSWORD_CHARS_MIN && failures.password_short,
    })
    if (isSound) changing.mutate()
  }
  return { form, changing, submit }
}
