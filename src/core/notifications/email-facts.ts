/** The parts that all e-mails have in common: time, device, address, key, and the reason for the e-mail. */
import type { Language } from '../identity/account.ts'
import type { EmailKind, NamedKey, Occasion } from './email.ts'
import type { ValueFormats } from './email-wording.ts'

type Label = 'key' | 'time' | 'device' | 'address' | 'by' | 'operator'

const LABELS: Readonly<Record<Language, Readonly<Record<Label, string>>>> = {
  de: {
    key: 'Schlüssel',
    time: 'Zeit',
    device: 'Gerät',
    address: 'IP-Adresse',
    by: 'Von',
    operator: 'Betreiber',
  },
  en: {
    key: 'Key',
    time: 'Time',
    device: 'Device',
    address: 'IP address',
    by: 'By',
    operator: 'operator',
  },
}

/** Returns label and value of each fact in the data, without the unknown ones. */
export function factsOf(
  data: Partial<Occasion & NamedKey>,
  language: Language,
  { time }: ValueFormats,
): readonly (readonly [label: string, value: string])[] {
  const { name, visibleStart, atMs, device, address } = data
  const labels = LABELS[language]
  const facts = [
    [labels.key, visibleStart && `${name} (${visibleStart}…)`],
    [labels.time, atMs === undefined ? undefined : time(atMs)],
    [labels.device, device],
    [labels.address, address],
    // The command line has neither device nor address.
    [labels.by, device === '' && address === '' ? labels.operator : undefined],
  ] as const
  return facts.filter((fact): fact is readonly [string, string] => fact[1] !== undefined && fact[1] !== '')
}

/** The kinds that go to an address whose owner has not confirmed it yet. */
const TO_UNKNOWN: readonly EmailKind[] = ['confirm', 'new_address', 'invitation']

/** The words of the link that ends such e-mails. */
export const UNSUBSCRIBE: Readonly<Record<Language, string>> = {
  de: 'Diese E-Mails abbestellen',
  en: 'Unsubscribe from these e-mails',
}

/** Why a recipient gets an e-mail, by what the sentence depends on. */
const REASONS: Readonly<Record<Language, Readonly<Record<ReasonGroup, (host: string) => string>>>> = {
  de: {
    unknown: (host) =>
      `Du erhältst diese E-Mail, weil diese Adresse bei firmensuche (${host}) eingegeben wurde.`,
    watching: (host) =>
      `Du erhältst diese E-Mail, weil du diese Firmen bei firmensuche (${host}) beobachtest.`,
    former: (host) =>
      `Du erhältst diese E-Mail, weil diese Adresse zu einem Konto bei firmensuche (${host}) gehörte.`,
    own: (host) =>
      `Du erhältst diese E-Mail, weil diese Adresse zu einem Konto bei firmensuche (${host}) gehört. Diese E-Mails kannst du nicht abbestellen.`,
  },
  en: {
    unknown: (host) => `You receive this e-mail because this address was entered at firmensuche (${host}).`,
    watching: (host) => `You receive this e-mail because you watch these companies at firmensuche (${host}).`,
    former: (host) =>
      `You receive this e-mail because this address belonged to an account at firmensuche (${host}).`,
    own: (host) =>
      `You receive this e-mail because this address belongs to an account at firmensuche (${host}). You cannot unsubscribe from these e-mails.`,
  },
}

type ReasonGroup = 'unknown' | 'watching' | 'former' | 'own'

/** Returns the last line of an e-mail: why its recipient gets it. */
export function reasonOf(kind: EmailKind, language: Language, publicUrl: string): string {
  return REASONS[language][groupOf(kind)](new URL(publicUrl).host)
}

function groupOf(kind: EmailKind): ReasonGroup {
  if (TO_UNKNOWN.includes(kind)) return 'unknown'
  if (kind === 'watch_digest') return 'watching'
  return kind === 'address_changed' || kind === 'account_deleted' ? 'former' : 'own'
}
