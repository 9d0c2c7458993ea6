/** Name, language and e-mail address. */
import { Button, Select, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { post } from '../../api/call.ts'
import { SESSION } from '../../api/queries.ts'
import type { Account } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import formStyles from '../../parts/form.module.css'
import { useFragment } from '../../parts/fragment.ts'
import { Saved } from '../../parts/saved.tsx'
import { ACCOUNT } from '../../words/account.ts'
import { type Language, useLanguage, useWords } from '../../words/language.tsx'
import { SHELL } from '../../words/shell.ts'
import { AccountFrame } from './account-frame.tsx'
import { AddressCard } from './address-card.tsx'
import { SetUpCard } from './set-up-card.tsx'

export function ProfilePage() {
  const setUpCode = new URLSearchParams(useFragment()).get('setup') ?? undefined
  return (
    <AccountFrame>
      {(account) => (
        <>
          <DetailsCard account={account} />
          <AddressCard email={account.email} />
          {setUpCode !== undefined && account.role !== 'operator' && <SetUpCard code={setUpCode} />}
        </>
      )}
    </AccountFrame>
  )
}

const LANGUAGE_OPTIONS = [
  { value: 'de', label: 'Deutsch' },
  { value: 'en', label: 'English' },
]

function DetailsCard({ account }: { readonly account: Account }) {
  const words = useWords(ACCOUNT)
  const shell = useWords(SHELL)
  const { choose } = useLanguage()
  const queries = useQueryClient()
  const [name, setName] = useState(account.name)
  const [language, setLanguage] = useState<Language>(account.language)
  const saving = useMutation({
    mutationFn: () => post('account', { name: name.trim(), language }),
    onSuccess: async () => {
      choose(language)
      await queries.invalidateQueries({ queryKey: SESSION.queryKey })
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Card title={words.nameTitle} text={words.nameText}>
      <form onSubmit={submit} className={formStyles.form} onChange={() => saving.reset()}>
        <TextInput
          label={words.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="name"
          maxLength={NAME_CHARS_MAX}
        />
        <Select
          label={words.language}
          data={LANGUAGE_OPTIONS}
          value={language}
          onChange={(value) => setLanguage(value === 'en' ? 'en' : 'de')}
          allowDeselect={false}
        />
        <Failure fault={saving.error} />
        <div className={formStyles.actions}>
          <Button type="submit" loading={saving.isPending}>
            {shell.save}
          </Button>
          <Saved isShown={saving.isSuccess} text={shell.saved} />
        </div>
      </form>
    </Card>
  )
}

/** The same limit as on the server. */
const NAME_CHARS_MAX = 100
