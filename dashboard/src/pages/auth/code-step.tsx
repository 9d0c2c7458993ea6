/** The form for the second factor: a code of the app, or a recovery code. */
import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { isRefusedFor, post } from '../../api/call.ts'
import type { SignInAnswer } from '../../api/types.ts'
import { Failure } from '../../parts/failure.tsx'
import { useFields } from '../../parts/fields.ts'
import { AUTH } from '../../words/auth.ts'
import { useFailureSentence } from '../../words/failure-sentence.ts'
import { useWords } from '../../words/language.tsx'
import styles from './auth-card.module.css'
import { AuthStep } from './auth-card.tsx'

interface CodeStepProps {
  readonly onSignedIn: () => void
  /** Called when the time for this step is over and the password is needed again. */
  readonly onOver: () => void
  readonly onBack: () => void
}

export function CodeStep({ onSignedIn, onOver, onBack }: CodeStepProps) {
  const words = useWords(AUTH)
  const [kind, setKind] = useState<'totp' | 'recovery'>('totp')
  const isApp = kind === 'totp'
  return (
    <AuthStep
      title={isApp ? words.factorTitle : words.recoveryTitle}
      lead={isApp ? words.factorText : words.recoveryText}
      below={
        <button type="button" className={styles.linkButton} onClick={onBack}>
          {words.backToSignIn}
        </button>
      }
    >
      <CodeForm key={kind} kind={kind} onSignedIn={onSignedIn} onOver={onOver} />
      <Button variant="subtle" onClick={() => setKind(isApp ? 'recovery' : 'totp')}>
        {isApp ? words.recovery : words.toApp}
      </Button>
    </AuthStep>
  )
}

const CODE_DIGITS = 6

function CodeForm({
  kind,
  onSignedIn,
  onOver,
}: Omit<CodeStepProps, 'onBack'> & { readonly kind: 'totp' | 'recovery' }) {
  const words = useWords(AUTH)
  const sentence = useFailureSentence()
  const form = useFields({ code: '' })
  const entering = useMutation({
    mutationFn: (code: string) => post<SignInAnswer>('auth/sign-in/code', { code, kind }),
    onSuccess: onSignedIn,
    onError: (fault) => {
      if (isRefusedFor(fault, 'signed_out')) onOver()
      if (isRefusedFor(fault, 'wrong_code', 'code_used')) form.check({ code: sentence(fault) })
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const code = form.values.code.replaceAll(/\s/g, '')
    if (form.check({ code: code === '' && words.factorMissing })) entering.mutate(code)
  }
  const isSaid = isRefusedFor(entering.error, 'wrong_code', 'code_used')
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        {...form.field('code')}
        label={kind === 'totp' ? words.factorCode : words.recoveryCode}
        autoComplete={kind === 'totp' ? 'one-time-code' : 'off'}
        inputMode={kind === 'totp' ? 'numeric' : 'text'}
        {...(kind === 'totp' && { maxLength: CODE_DIGITS + 1 })}
        spellCheck={false}
        autoFocus
      />
      <Failure fault={isSaid ? null : entering.error} />
      <Button type="submit" loading={entering.isPending}>
        {words.continue}
      </Button>
    </form>
  )
}
