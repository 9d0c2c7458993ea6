/** What the dashboard's own API takes and gives. */

export type Role = 'user' | 'operator'

export interface Account {
  id: string
  email: string
  name: string
  language: 'de' | 'en'
  role: Role
  second_factor: boolean
  passkeys: number
  created_at: string
}

export interface SessionAnswer {
  account: Account | null
  session: { id: string; proven_until: string | null; stays: boolean } | null
  settings: {
    sign_up: 'open' | 'domains' | 'closed'
    public_search: boolean
    mail: 'smtp' | 'folder'
    letters_page: boolean
    insecure: boolean
    imprint_url: string | null
    privacy_url: string | null
    version: string
    public_url: string
  }
}

export type SignInAnswer =
  | { state: 'signed_in'; account: Account; recovery_left?: number }
  | { state: 'second_factor'; methods: ('totp' | 'recovery')[] }

export interface LinkAnswer {
  kind: 'sign_up' | 'reset' | 'new_address' | 'invitation'
  email: string
  needs_password: boolean
  expires_at: string
}

export interface SessionEntry {
  id: string
  device: string
  address: string
  method: 'password' | 'passkey' | 'link'
  created_at: string
  seen_at: string
  ends_at: string
  is_this: boolean
}

export interface PasskeyEntry {
  id: string
  name: string
  created_at: string
  last_used_at: string | null
  backed_up: boolean
}

export interface AuditEntry {
  number: number
  at: string
  actor: string
  event: string
  subject: string
  detail: Record<string, string | number>
  address: string
  device: string
}

export interface LetterEntry {
  id: string
  at: string
  to: string
  subject: string
  kind: string
}

export interface Letter extends LetterEntry {
  text: string
  links: string[]
}
