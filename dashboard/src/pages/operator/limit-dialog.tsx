/** Sets another limit for one key. */
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { OPERATOR } from '../../words/operator.ts'
import type { KeyRow } from './rows.ts'
import { useAct } from './use-act.ts'

/** The same bounds as on the server. */
const QUOTA_MAX = 10_000_000
const WINDOW_MAX_S = 86_400
const QUOTA_STANDARD = 600
const WINDOW_STANDARD_S = 300

interface LimitDialogProps {
  readonly of: KeyRow
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function LimitDialog(props: LimitDialogProps) {
  const words = useWords(OPERATOR)
  return (
    <Dialog opened={props.isOpen} onClose={props.onClose} title={words.limitTitle}>
      <LimitForm {...props} />
    </Dialog>
  )
}

type Limit = { readonly quota: number; readonly window_s: number } | null

function LimitForm({ of: key, onClose }: LimitDialogProps) {
  const words = useWords(OPERATOR)
  const [quota, setQuota] = useState(String(key.limit?.quota ?? QUOTA_STANDARD))
  const [windowS, setWindowS] = useState(String(key.limit?.window_s ?? WINDOW_STANDARD_S))
  const setting = useAct<Limit>(
    (limit) => ({ path: `keys/${encodeURIComponent(key.id)}/limit`, body: { limit } }),
    onClose,
  )
  const isSound = isWithin(quota, QUOTA_MAX) && isWithin(windowS, WINDOW_MAX_S)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isSound) setting.mutate({ quota: Number(quota), window_s: Number(windowS) })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <p>{words.limitText}</p>
        <NumberField label={words.quota} value={quota} max={QUOTA_MAX} onChange={setQuota} />
        <NumberField label={words.windowS} value={windowS} max={WINDOW_MAX_S} onChange={setWindowS} />
        <Failure fault={setting.error} />
        <Group justify="flex-end">
          {key.limit !== null && (
            <Button variant="default" onClick={() => setting.mutate(null)}>
              {words.toDefault}
            </Button>
          )}
          <Button type="submit" loading={setting.isPending}>
            {words.limitTitle}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface NumberFieldProps {
  readonly label: string
  readonly value: string
  readonly max: number
  readonly onChange: (value: string) => void
}

function NumberField({ label, value, max, onChange }: NumberFieldProps) {
  const words = useWords(OPERATOR)
  const format = useFormat()
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
      error={isWithin(value, max) ? undefined : words.numberWrong('1', format.number(max))}
    />
  )
}

function isWithin(text: string, max: number): boolean {
  return /^\d{1,8}$/.test(text) && Number(text) >= 1 && Number(text) <= max
}
