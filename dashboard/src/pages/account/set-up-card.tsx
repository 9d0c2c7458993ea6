/**
 * Makes an account the first operator, with the code in the link `/signup#setup=…` that a new server prints.
 */
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { isRefusedFor, post } from '../../api/call.ts'
import { SESSION } from '../../api/queries.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useFields } from '../../parts/fields.ts'
import formStyles from '../../parts/form.module.css'
import { useProven } from '../../parts/proof.ts'
import { ACCOUNT } from '../../words/account.ts'
import { FAILURES } from '../../words/failures.ts'
import { useWords } from '../../words/language.tsx'

export function SetUpCard({ code: given }: { readonly code: string }) {
  const words = useWords(ACCOUNT)
  const failures = useWords(FAILURES)
  const proven = useProven()
  const queries = useQueryClient()
  const form = useFields({ code: given })
  const code = form.values.code.trim()
  const taking = useMutation({
    mutationFn: () => proven(() => post('account/set-up', { code })),
    onSuccess: () => queries.invalidateQueries({ queryKey: SESSION.queryKey }),
    onError: (fault) => {
      if (isRefusedFor(fault, 'wrong_code')) form.check({ code: failures.wrong_code })
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (form.check({ code: code === '' && words.setUpMissing })) taking.mutate()
  }
  return (
    <Card title={words.setUpTitle} text={words.setUpText}>
      <form onSubmit={submit} className={formStyles.form} noValidate>
        <TextInput {...form.field('code')} label={words.setUpCode} autoComplete="off" spellCheck={false} />
        <Failure fault={isRefusedFor(taking.error, 'wrong_code') ? null : taking.error} />
        <div className={formStyles.actions}>
          <Button type="submit" loading={taking.isPending}>
            {words.setUpButton}
          </Button>
        </div>
      </form>
    </Card>
  )
}
