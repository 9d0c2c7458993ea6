/** What stands in every letter in the same way: when, from where, which key, and why one gets it. */
import type { Language } from '../identity/account.ts'
import type { EmailKind, NamedKey, Occasion } from './email.ts'
import type { Speech } from './email-wording.ts'

type Label = 'key' | 'time' | 'device' | 'address' | 'by' | 'operator'

const LABELS: Readonly<Record<Language, Readonly<Record<Label, string>>>> = {
  de: {
    key: 'Schlüssel',
    time: 'Zeit',
    device: 'Gerät',
    address: 'IP-Adresse',
    by: 'Durch',
    operator: 'den Betreiber',
  },
  en: {
    key: 'Key',
    time: 'Time',
    device: 'Device',
    address: 'IP address',
    by: 'By',
    operator: 'the operator',
  },
}

/** Label and value of each fact that the data holds; those that are not known are left out. */
export function factsOf(
  data: Partial<Occasion & NamedKey>,
  language: Language,
  { time }: Speech,
): readonly (readonly [label: string, value: string])[] {
  const { name, visibleStart, atMs, device, address } = data
  const labels = LABELS[language]
  const facts = [
    [labels.key, visibleStart && `${name} (${visibleStart}…)`],
    [labels.time, atMs === undefined ? undefined : time(atMs)],
    [labels.device, device],
    [labels.address, address],
    // Who is on the machine itself has no address.
    [labels.by, device === '' && address === '' ? labels.operator : undefined],
  ] as const
  return facts.filter((fact): fact is readonly [string, string] => fact[1] !== undefined && fact[1] !== '')
}

/** Kinds that go to an address of which nobody has shown yet that it is his. */
const TO_UNKNOWN: readonly EmailKind[] = ['confirm', 'new_address', 'invitation']

/** Why somebody gets the letter: its last line. */
export function reasonOf(kind: EmailKind, language: Language, publicUrl: string): string {
  const { host } = new URL(publicUrl)
  if (TO_UNKNOWN.includes(kind)) {
    return language === 'de'
      ? `Du bekommst diese E-Mail, weil diese Adresse bei firmensuche (${host}) eingegeben wurde.`
      : `You get this e-mail because this address was entered at firmensuche (${host}).`
  }
  if (kind === 'address_changed' || kind === 'account_deleted') {
    return language === 'de'
      ? `Du bekommst diese E-Mail, weil diese Adresse zu einem Konto bei firmensuche (${host}) gehörte.`
      : `You get this e-mail because this address belonged to an account at firmensuche (${host}).`
  }
  return language === 'de'
    ? `Du bekommst diese E-Mail, weil diese Adresse zu einem Konto bei firmensuche (${host}) gehört. Solche E-Mails lassen sich nicht abbestellen.`
    : `You get this e-mail because this address belongs to an account at firmensuche (${host}). Such e-mails cannot be turned off.`
}
