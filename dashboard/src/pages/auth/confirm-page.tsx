/** The page of a link that confirms an address. Opening it changes nothing; the button does. */
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { isRefusedFor, post } from '../../api/call.ts'
import { SESSION } from '../../api/queries.ts'
import type { LinkAnswer } from '../../api/types.ts'
import { Failure } from '../../parts/failure.tsx'
import { useFragment } from '../../parts/fragment.ts'
import { PageLoading } from '../../parts/loading.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { AUTH } from '../../words/auth.ts'
import { useWords } from '../../words/language.tsx'
import styles from './auth-card.module.css'
import { AuthCard } from './auth-card.tsx'
import { useGoOn } from './go-on.ts'
import { LinkFault } from './link-fault.tsx'
import { SignInSteps } from './sign-in-steps.tsx'
import { useLink } from './use-link.ts'

export function ConfirmPage() {
  const token = useFragment()
  const link = useLink(token)
  if (link.isPending) return <PageLoading isWhole />
  if (link.isError) return <LinkFault fault={link.error} anew="/signup" onRetry={() => link.refetch()} />
  return link.data.kind === 'new_address' ? (
    <ConfirmAddress link={link.data} token={token} />
  ) : (
    <ConfirmSignUp link={link.data} token={token} />
  )
}

interface ConfirmProps {
  readonly link: LinkAnswer
  readonly token: string
}

const LINK_FAULTS = ['link_used', 'link_expired', 'link_invalid'] as const

function ConfirmSignUp({ link, token }: ConfirmProps) {
  const words = useWords(AUTH)
  const goOn = useGoOn()
  const [password, setPassword] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const confirming = useMutation({
    mutationFn: () => post('auth/sign-up/confirm', { token, ...(link.needs_password && { password }) }),
    onSuccess: goOn,
  })
  const confirm = (event: SubmitEvent) => {
    event.preventDefault()
    setIsMissing(link.needs_password && password === '')
    if (!link.needs_password || password !== '') confirming.mutate()
  }
  if (isRefusedFor(confirming.error, ...LINK_FAULTS)) {
    return <LinkFault fault={confirming.error} anew="/signup" onRetry={() => confirming.reset()} />
  }
  const isWrong = isRefusedFor(confirming.error, 'wrong_credentials')
  return (
    <AuthCard title={words.confirmTitle} lead={link.needs_password ? words.confirmOther : words.confirmText}>
      <form onSubmit={confirm} noValidate>
        <p className={styles.address}>{link.email}</p>
        {link.needs_password && (
          <>
            <p className={styles.quiet}>{words.confirmPassword}</p>
            <PasswordField
              label={words.password}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              error={isWrong ? words.confirmWrong : isMissing ? words.passwordMissing : undefined}
            />
          </>
        )}
        <Failure fault={isWrong ? null : confirming.error} />
        <Button type="submit" loading={confirming.isPending}>
          {words.confirmButton}
        </Button>
      </form>
    </AuthCard>
  )
}

/** Confirms a new address. It requires a session, because the link alone must not change an account. */
function ConfirmAddress({ link, token }: ConfirmProps) {
  const words = useWords(AUTH)
  const session = useQuery(SESSION)
  const goOn = useGoOn()
  const confirming = useMutation({
    mutationFn: () => post('account/address/confirm', { token }),
    onSuccess: goOn,
  })
  if (session.isPending) return <PageLoading isWhole />
  if (session.data?.account === null) {
    return <SignInSteps lead={words.addressSignIn} onSignedIn={() => session.refetch()} />
  }
  if (isRefusedFor(confirming.error, ...LINK_FAULTS)) {
    return <LinkFault fault={confirming.error} anew="/account" onRetry={() => confirming.reset()} />
  }
  return (
    <AuthCard title={words.addressTitle} lead={words.addressText}>
      <p className={styles.address}>{link.email}</p>
      <Failure fault={confirming.error} />
      <Button loading={confirming.isPending} onClick={() => confirming.mutate()}>
        {words.confirmButton}
      </Button>
    </AuthCard>
  )
}
