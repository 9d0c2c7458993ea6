/** The dialog for re-authentication by password or passkey; one for the whole app. */
import { Button, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useCallback, useRef, useState } from 'react'
import { isRefusedFor, post } from '../api/call.ts'
import { usePasskey } from '../api/passkeys.ts'
import { SESSION } from '../api/queries.ts'
import { useWords } from '../words/language.tsx'
import { SHELL } from '../words/shell.ts'
import { Dialog } from './dialog.tsx'
import { Failure } from './failure.tsx'
import { useFields } from './fields.ts'
import { PasswordField } from './password-field.tsx'
import { AskForProof, ProofGivenUp } from './proof.ts'

interface Waiting {
  readonly resolve: () => void
  readonly reject: (fault: Error) => void
}

export function ProofDialog({ children }: { readonly children: ReactNode }) {
  const words = useWords(SHELL)
  const waiting = useRef<Waiting | undefined>(undefined)
  const [isOpen, setIsOpen] = useState(false)
  const ask = useCallback(
    () =>
      new Promise<void>((resolve, reject) => {
        waiting.current?.reject(new ProofGivenUp())
        waiting.current = { resolve, reject }
        setIsOpen(true)
      }),
    [],
  )
  const end = (isProven: boolean) => {
    const pending = waiting.current
    waiting.current = undefined
    setIsOpen(false)
    if (isProven) pending?.resolve()
    else pending?.reject(new ProofGivenUp())
  }
  return (
    <AskForProof value={ask}>
      {children}
      <Dialog opened={isOpen} onClose={() => end(false)} title={words.proofTitle}>
        <ProofForm onProven={() => end(true)} />
      </Dialog>
    </AskForProof>
  )
}

function ProofForm({ onProven }: { readonly onProven: () => void }) {
  const words = useWords(SHELL)
  const queries = useQueryClient()
  const form = useFields({ password: '' })
  const { password } = form.values
  const proving = useMutation({
    mutationFn: () => post('auth/prove', { password }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: SESSION.queryKey })
      onProven()
    },
    onError: (fault) => {
      if (isRefusedFor(fault, 'wrong_credentials')) form.check({ password: words.proofWrong })
    },
  })
  const prove = (event: SubmitEvent) => {
    event.preventDefault()
    if (form.check({ password: password === '' && words.proofMissing })) proving.mutate()
  }
  const isWrong = isRefusedFor(proving.error, 'wrong_credentials')
  return (
    <form onSubmit={prove} noValidate>
      <Stack>
        <p>{words.proofText}</p>
        <PasswordField {...form.field('password')} label={words.proofPassword} />
        <Failure fault={isWrong ? null : proving.error} />
        <Button type="submit" loading={proving.isPending}>
          {words.proofButton}
        </Button>
        <PasskeyProof onProven={onProven} />
      </Stack>
    </form>
  )
}

/** The button for a passkey, if the account has one. */
function PasskeyProof({ onProven }: { readonly onProven: () => void }) {
  const words = useWords(SHELL)
  const session = useQuery(SESSION)
  const showing = usePasskey('auth/prove/passkey', onProven)
  if (!session.data?.account?.passkeys) return null
  return (
    <>
      <Button variant="default" onClick={() => showing.mutate({})} loading={showing.isPending}>
        {words.proofPasskey}
      </Button>
      <Failure fault={showing.error} />
    </>
  )
}
