/** Turns the second factor on: re-authentication, QR code, a code of the app, then the recovery codes. */
import { Button, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { isRefusedFor, post } from '../../api/call.ts'
import { SESSION } from '../../api/queries.ts'
import type { BeginSecondFactorAnswer } from '../../api/types.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useFields } from '../../parts/fields.ts'
import { Rows } from '../../parts/loading.tsx'
import { ProofGivenUp, useProven } from '../../parts/proof.ts'
import { ACCOUNT } from '../../words/account.ts'
import { useFailureSentence } from '../../words/failure-sentence.ts'
import { useWords } from '../../words/language.tsx'
import styles from './account.module.css'
import { CodesDialog } from './codes-dialog.tsx'
import { QrCode } from './qr-code.tsx'

export function FactorSetUp({ onClose }: { readonly onClose: () => void }) {
  const words = useWords(ACCOUNT)
  const queries = useQueryClient()
  const [isDone, setIsDone] = useState(false)
  const beginning = useBeginning(onClose)
  const begun = beginning.data
  if (isDone && begun !== undefined) {
    const close = async () => {
      await queries.invalidateQueries({ queryKey: SESSION.queryKey })
      onClose()
    }
    return <CodesDialog codes={begun.recovery_codes} onClose={close} />
  }
  if (beginning.isPending || beginning.error instanceof ProofGivenUp) return null
  return (
    <Dialog opened onClose={onClose} title={words.factorTitle}>
      <Failure fault={beginning.error} />
      {begun === undefined ? <Rows count={2} /> : <CodeForm begun={begun} onDone={() => setIsDone(true)} />}
    </Dialog>
  )
}

/** Starts the set-up once, when the dialog opens. */
function useBeginning(onGivenUp: () => void) {
  const proven = useProven()
  const hasBegun = useRef(false)
  const beginning = useMutation({
    mutationFn: () => proven(() => post<BeginSecondFactorAnswer>('account/second-factor/begin')),
    onError: (fault) => {
      if (fault instanceof ProofGivenUp) onGivenUp()
    },
  })
  const { mutate } = beginning
  useEffect(() => {
    if (!hasBegun.current) mutate()
    hasBegun.current = true
  }, [mutate])
  return beginning
}

interface CodeFormProps {
  readonly begun: BeginSecondFactorAnswer
  readonly onDone: () => void
}

function CodeForm({ begun, onDone }: CodeFormProps) {
  const words = useWords(ACCOUNT)
  const { form, finishing, submit } = useFinishing(onDone)
  const isSaid = isRefusedFor(finishing.error, 'wrong_code', 'code_used')
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <p>{words.factorScan}</p>
        <div className={styles.qr}>
          <QrCode text={begun.uri} label={words.factorQr} />
        </div>
        <p>{words.factorSecret}</p>
        <code className={styles.secret}>{begun.secret}</code>
        <TextInput
          {...form.field('code')}
          label={words.factorCode}
          description={words.factorCodeHint}
          autoComplete="one-time-code"
          inputMode="numeric"
        />
        <Failure fault={isSaid ? null : finishing.error} />
        <Button type="submit" loading={finishing.isPending}>
          {words.factorFinish}
        </Button>
      </Stack>
    </form>
  )
}

function useFinishing(onDone: () => void) {
  const words = useWords(ACCOUNT)
  const sentence = useFailureSentence()
  const proven = useProven()
  const form = useFields({ code: '' })
  const code = form.values.code.replaceAll(/\s/g, '')
  const finishing = useMutation({
    mutationFn: () => proven(() => post('account/second-factor/finish', { code })),
    onSuccess: onDone,
    onError: (fault) => {
      if (isRefusedFor(fault, 'wrong_code', 'code_used')) form.check({ code: sentence(fault) })
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (form.check({ code: code === '' && words.factorCodeMissing })) finishing.mutate()
  }
  return { form, finishing, submit }
}
