/** A field for networks, one per line. */
import { Textarea } from '@mantine/core'
import { KEYS_WORDS } from '../../words/keys.ts'
import { useWords } from '../../words/language.tsx'

interface AddressesFieldProps {
  readonly value: string
  readonly fault: string | undefined
  readonly onChange: (value: string) => void
}

export function AddressesField({ value, fault, onChange }: AddressesFieldProps) {
  const words = useWords(KEYS_WORDS)
  return (
    <Textarea
      label={words.addressesLabel}
      description={words.addressesHint}
      value={value}
      error={fault}
      onChange={(event) => onChange(event.currentTarget.value)}
      rows={4}
      size="md"
      spellCheck={false}
      autoComplete="off"
    />
  )
}
