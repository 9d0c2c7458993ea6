/** Where a list reports changes: e-mails and webhooks. */
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { isFaultOf, post } from '../../api/call.ts'
import type { WatchEntry, WebhookEntry } from '../../api/types.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Saved } from '../../parts/saved.tsx'
import { isolated } from '../../words/isolated.ts'
import { LANGUAGES, useWords } from '../../words/language.tsx'
import { SHELL } from '../../words/shell.ts'
import { WATCHES_WORDS } from '../../words/watches.ts'
import { EMAILS } from './create-watch.tsx'
import styles from './watches.module.css'
import { useWatchesRefresh } from './watches-query.ts'
import { hostOf } from './webhooks/webhook-state.tsx'

type Terms = Pick<WatchEntry, 'email' | 'language' | 'webhooks'>

interface NotifyProps {
  readonly watch: WatchEntry
  readonly webhooks: readonly WebhookEntry[]
}

export function Notify({ watch, webhooks }: NotifyProps) {
  const words = useWords(WATCHES_WORDS)
  const shell = useWords(SHELL)
  const refresh = useWatchesRefresh()
  const [changed, setChanged] = useState<Partial<Terms>>({})
  const terms: Terms = { ...watch, ...changed }
  const saving = useMutation({
    mutationFn: (body: Partial<Terms>) => post(`watches/${watch.id}/terms`, body),
    // What is saved while another change is under way is sent after it.
    scope: { id: `terms-${watch.id}` },
    onSuccess: async (_answer, body) => {
      await refresh()
      setChanged((now) => without(now, body))
    },
  })
  const set = (next: Partial<Terms>) => {
    setChanged((before) => ({ ...before, ...next }))
    saving.reset()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    saving.mutate(changed)
  }
  const isTooMany = isFaultOf(saving.error, '/webhooks')
  return (
    <Card title={words.notify} text={words.notifyText}>
      <form onSubmit={submit} className={styles.stack}>
        <EmailFields terms={terms} set={set} />
        <WebhookFields terms={terms} webhooks={webhooks} set={set} />
        <Failure fault={saving.error} {...(isTooMany && { text: words.tooManyWebhooks })} />
        <div className={styles.buttons}>
          <Button type="submit" loading={saving.isPending}>
            {shell.save}
          </Button>
          <Saved isShown={saving.isSuccess} text={shell.saved} />
        </div>
      </form>
    </Card>
  )
}

/** Returns what was changed after a change was sent. */
function without(changed: Partial<Terms>, sent: Partial<Terms>): Partial<Terms> {
  const later = Object.entries(changed).filter(([term, value]) => sent[term as keyof Terms] !== value)
  return Object.fromEntries(later)
}

interface FieldsProps {
  readonly terms: Terms
  readonly set: (terms: Partial<Terms>) => void
}

function EmailFields({ terms, set }: FieldsProps) {
  const words = useWords(WATCHES_WORDS)
  return (
    <div className={styles.fields}>
      <NativeSelect
        label={words.email}
        value={terms.email}
        onChange={({ currentTarget }) => set({ email: currentTarget.value as Terms['email'] })}
        data={EMAILS.map((value) => ({ value, label: words.emailChoices[value] }))}
      />
      {terms.email !== 'none' && (
        <NativeSelect
          label={words.language}
          value={terms.language}
          onChange={({ currentTarget }) => set({ language: currentTarget.value as Terms['language'] })}
          data={LANGUAGES.map((value) => ({ value, label: words.languages[value] }))}
        />
      )}
    </div>
  )
}

function WebhookFields({ terms, webhooks, set }: FieldsProps & Pick<NotifyProps, 'webhooks'>) {
  const words = useWords(WATCHES_WORDS)
  const choose = (id: string, isChosen: boolean) => {
    const others = terms.webhooks.filter((one) => one !== id)
    set({ webhooks: isChosen ? [...others, id] : others })
  }
  return (
    <fieldset className={styles.group}>
      <legend>{words.webhooks}</legend>
      {webhooks.length === 0 && <p className={styles.quiet}>{words.noWebhooks}</p>}
      {webhooks.map(({ id, note, url }) => (
        <Checkbox
          key={id}
          label={isolated(note || hostOf(url))}
          description={url}
          checked={terms.webhooks.includes(id)}
          onChange={({ currentTarget }) => choose(id, currentTarget.checked)}
        />
      ))}
    </fieldset>
  )
}
