/** The form for a new key. */
import { Button, Checkbox, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { post } from '../../api/call.ts'
import { type IssuedKey, type KeyKind, KINDS, SCOPES } from '../../api/key-types.ts'
import { DialogButtons } from '../../parts/dialog.tsx'
import { useProven } from '../../parts/proof.ts'
import { KEYS_WORDS } from '../../words/keys.ts'
import { useWords } from '../../words/language.tsx'
import { AddressesField } from './addresses-field.tsx'
import {
  bodyOf,
  EXPIRIES,
  type Expiry,
  emptyForm,
  faultsOf,
  faultsOfRefusal,
  type KeyForm,
  type KeyFormFaults,
  withScope,
} from './key-form.ts'
import styles from './keys.module.css'
import { useKeysRefresh } from './keys-query.ts'
import { MakingFailure } from './making-failure.tsx'

interface CreateKeyFormProps {
  readonly onMade: (made: IssuedKey) => void
  readonly onCancel: () => void
}

export function CreateKeyForm({ onMade, onCancel }: CreateKeyFormProps) {
  const words = useWords(KEYS_WORDS)
  const { form, faults, set, making, submit } = useKeyForm(onMade)
  const isOfField = Object.values(faults).some((fault) => fault !== undefined)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={words.nameLabel}
          description={words.nameHint}
          value={form.name}
          error={faults.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          autoComplete="off"
          maxLength={200}
        />
        <KindField kind={form.kind} set={set} />
        <ScopesField form={form} fault={faults.scopes} set={set} />
        <ExpiryField form={form} fault={faults.date} set={set} />
        <BoundField form={form} fault={faults.addresses} set={set} />
        <MakingFailure fault={isOfField ? null : making.error} />
        <DialogButtons onClose={onCancel}>
          <Button type="submit" loading={making.isPending}>
            {words.create}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

type Set = (change: Partial<KeyForm>) => void

function useKeyForm(onMade: (made: IssuedKey) => void) {
  const words = useWords(KEYS_WORDS)
  const proven = useProven()
  const refresh = useKeysRefresh()
  const [form, setForm] = useState(emptyForm)
  const [faults, setFaults] = useState<KeyFormFaults>({})
  const making = useMutation({
    mutationFn: () => proven(() => post<IssuedKey>('keys', bodyOf(form))),
    onSuccess: (made) => {
      refresh()
      onMade(made)
    },
    onError: (fault) => setFaults(faultsOfRefusal(fault, form.addresses, words)),
  })
  const set: Set = (next) => {
    setForm((before) => ({ ...before, ...next }))
    setFaults({})
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const found = faultsOf(form, words)
    setFaults(found)
    if (Object.values(found).every((fault) => fault === undefined)) making.mutate()
  }
  return { form, faults, set, making, submit }
}

interface FieldProps {
  readonly form: KeyForm
  readonly fault: string | undefined
  readonly set: Set
}

function KindField({ kind, set }: { readonly kind: KeyKind; readonly set: Set }) {
  const words = useWords(KEYS_WORDS)
  return (
    <Radio.Group
      label={words.kindLabel}
      size="md"
      value={kind}
      onChange={(value) => set({ kind: value as KeyKind })}
    >
      <div className={styles.two}>
        {KINDS.map((value) => (
          <Radio
            key={value}
            value={value}
            size="md"
            label={words.kinds[value].label}
            description={words.kinds[value].text}
          />
        ))}
      </div>
    </Radio.Group>
  )
}

function ScopesField({ form, fault, set }: FieldProps) {
  const words = useWords(KEYS_WORDS)
  return (
    <fieldset className={styles.group}>
      <legend>{words.rightsLabel}</legend>
      <div className={styles.options}>
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            size="md"
            label={words.scopes[scope].label}
            description={words.scopes[scope].text}
            checked={form.scopes.includes(scope)}
            onChange={(event) => set({ scopes: withScope(form.scopes, scope, event.currentTarget.checked) })}
            {...(fault && { 'aria-invalid': true })}
          />
        ))}
      </div>
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  )
}

function ExpiryField({ form, fault, set }: FieldProps) {
  const words = useWords(KEYS_WORDS)
  return (
    <div className={styles.two}>
      <NativeSelect
        label={words.expiryLabel}
        value={form.expiry}
        onChange={(event) => set({ expiry: event.currentTarget.value as Expiry })}
        data={EXPIRIES.map((value) => ({ value, label: words.expiries[value] }))}
        size="md"
      />
      {form.expiry === 'date' && (
        <TextInput
          type="date"
          label={words.dateLabel}
          value={form.date}
          error={fault}
          onChange={(event) => set({ date: event.currentTarget.value })}
        />
      )}
    </div>
  )
}

/** The field for networks, collapsed at first because few keys need it. */
function BoundField({ form, fault, set }: FieldProps) {
  const words = useWords(KEYS_WORDS)
  const [isBound, setIsBound] = useState(false)
  return (
    <div className={styles.options}>
      <Checkbox
        size="md"
        label={words.bind}
        checked={isBound}
        onChange={(event) => {
          setIsBound(event.currentTarget.checked)
          if (!event.currentTarget.checked) set({ addresses: '' })
        }}
      />
      {isBound && (
        <AddressesField value={form.addresses} fault={fault} onChange={(addresses) => set({ addresses })} />
      )}
    </div>
  )
}
