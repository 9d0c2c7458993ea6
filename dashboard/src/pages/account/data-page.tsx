/** Exports the data of the account, and deletes the account. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { get, post } from '../../api/call.ts'
import type { ExportAccountAnswer } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { keepAsFile } from '../../parts/keep-as-file.ts'
import { useProven } from '../../parts/proof.ts'
import { TypedConfirmation } from '../../parts/typed-confirmation.tsx'
import { leave } from '../../shell/owner.ts'
import { sendToTabs } from '../../shell/tabs.ts'
import { ACCOUNT } from '../../words/account.ts'
import { useWords } from '../../words/language.tsx'
import { AccountFrame } from './account-frame.tsx'

export function DataPage() {
  return (
    <AccountFrame>
      {(account) => (
        <>
          <ExportCard />
          <DeleteCard email={account.email} />
        </>
      )}
    </AccountFrame>
  )
}

function ExportCard() {
  const words = useWords(ACCOUNT)
  const proven = useProven()
  const exporting = useMutation({
    mutationFn: () => proven(() => get<ExportAccountAnswer>('account/export')),
    onSuccess: (all) => keepAsFile(words.exportFile, 'application/json', JSON.stringify(all, null, 2)),
  })
  return (
    <Card title={words.exportTitle} text={words.exportText}>
      <Failure fault={exporting.error} />
      <Button variant="default" loading={exporting.isPending} onClick={() => exporting.mutate()}>
        {words.exportButton}
      </Button>
    </Card>
  )
}

function DeleteCard({ email }: { readonly email: string }) {
  const words = useWords(ACCOUNT)
  const proven = useProven()
  const [isOpen, setIsOpen] = useState(false)
  const deleting = useMutation({
    mutationFn: (typed: string) => proven(() => post('account/delete', { email: typed })),
    onSuccess: () => {
      sendToTabs(null)
      leave('/')
    },
  })
  return (
    <Card title={words.deleteTitle} text={words.deleteText}>
      <Button color="red" variant="outline" onClick={() => setIsOpen(true)}>
        {words.deleteButton}
      </Button>
      <TypedConfirmation
        isOpen={isOpen}
        title={words.deleteTitle}
        text={email}
        action={words.deleteButton}
        isPending={deleting.isPending}
        fault={deleting.error}
        onConfirm={(typed) => deleting.mutate(typed)}
        onClose={() => setIsOpen(false)}
      >
        <p>{words.deleteText}</p>
      </TypedConfirmation>
    </Card>
  )
}
