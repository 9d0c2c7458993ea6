/** Asks how long an old secret stays valid beside a new one. */
import { Radio, Stack } from '@mantine/core'

/** Selectable overlaps in seconds. */
export const OVERLAPS = ['0', '3600', '86400', '604800', '2592000'] as const
export type Overlap = (typeof OVERLAPS)[number]
/** Selected at first: a day. */
export const FIRST_OVERLAP: Overlap = '86400'

interface OverlapFieldProps {
  readonly label: string
  readonly texts: Readonly<Record<Overlap, string>>
  readonly value: Overlap
  readonly onChange: (value: Overlap) => void
}

export function OverlapField({ label, texts, value, onChange }: OverlapFieldProps) {
  return (
    <Radio.Group label={label} size="md" value={value} onChange={(chosen) => onChange(chosen as Overlap)}>
      <Stack gap="sm" mt="xs">
        {OVERLAPS.map((one) => (
          <Radio key={one} value={one} size="md" label={texts[one]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
