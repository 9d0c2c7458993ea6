// biome-ignore-all format: made by scripts/make-app-types.ts from the schemas of src/http/app; do not edit.
// biome-ignore-all lint/style/noExcessiveLinesPerFile: made by scripts/make-app-types.ts from the schemas of src/http/app; do not edit.
/** Types of the inputs and answers of the dashboard's own API. */

export type Account = {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly language: 'de' | 'en'
  readonly role: 'user' | 'operator'
  readonly second_factor: boolean
  readonly passkeys: number
  readonly created_at: string
}

export type SignInAnswer = {
  readonly state: 'signed_in'
  readonly account: Account
  readonly recovery_left?: number
} | {
  readonly state: 'second_factor'
  readonly methods: readonly ('totp' | 'recovery')[]
}

export type LinkAnswer = {
  readonly kind: 'sign_up' | 'reset' | 'new_address' | 'invitation'
  readonly email: string
  readonly needs_password: boolean
  readonly expires_at: string
}

export type SessionEntry = {
  readonly id: string
  readonly device: string
  readonly address: string
  readonly method: 'password' | 'passkey' | 'link'
  readonly stays: boolean
  readonly created_at: string
  readonly seen_at: string
  readonly ends_at: string
  readonly is_this: boolean
}

export type PasskeyEntry = {
  readonly id: string
  readonly name: string
  readonly created_at: string
  readonly last_used_at: string | null
  readonly backed_up: boolean
}

export type AuditEvent = 'signed_up' | 'signed_in' | 'sign_in_failed' | 'signed_out' | 'session_ended' | 'sessions_ended' | 'password_changed' | 'password_reset' | 'reset_requested' | 'address_requested' | 'address_changed' | 'factor_on' | 'factor_off' | 'recovery_renewed' | 'recovery_used' | 'passkey_added' | 'passkey_removed' | 'passkey_named' | 'described' | 'exported' | 'deleted' | 'key_created' | 'key_rotated' | 'key_revoked' | 'key_named' | 'key_addresses' | 'key_limit' | 'operator_granted' | 'operator_withdrawn' | 'disabled' | 'enabled' | 'reset_by_operator' | 'invited' | 'invitation_ended' | 'suppressed' | 'lifted' | 'imported'

export type AuditEntry = {
  readonly number: number
  readonly at: string
  readonly actor: 'owner' | 'operator' | 'command line' | 'system'
  readonly event: AuditEvent
  readonly subject: string
  readonly detail: Readonly<Record<string, string | number>>
  readonly address: string
  readonly device: string
}

export type KeyEntry = {
  readonly id: string
  readonly name: string
  readonly kind: 'live' | 'test'
  readonly visible_start: string
  readonly scopes: readonly ('companies:search' | 'companies:search:deep' | 'companies:read' | 'companies:watch' | 'reconcile')[]
  readonly state: 'live' | 'rotated' | 'expired' | 'revoked'
  readonly works: boolean
  readonly created_at: string
  readonly last_used_at: string | null
  readonly expires_at: string | null
  readonly ends_at: string | null
  readonly revoked_at: string | null
  readonly rotated_from: string | null
  readonly successor: string | null
  readonly limit: {
    readonly quota: number
    readonly window_s: number
  } | null
  readonly addresses: readonly string[]
}

export type MatchEntry = {
  readonly id: string
  readonly state: 'queued' | 'running' | 'done' | 'failed'
  readonly filename: string
  readonly deep: boolean
  readonly rows: number
  readonly done: number
  readonly counts: {
    readonly found: number
    readonly ambiguous: number
    readonly possible: number
    readonly not_found: number
    readonly invalid: number
  }
  readonly columns: {
    readonly name: readonly string[]
    readonly city: readonly string[]
    readonly number: readonly string[]
  }
  readonly created_at: string
  readonly ended_at: string | null
  readonly expires_at: string
  readonly error?: string
}

export type ReviewRow = {
  readonly row: number
  readonly name: string
  readonly city: string
  readonly number: string
  readonly cells: readonly string[]
  readonly state: 'found' | 'ambiguous' | 'possible' | 'not_found' | 'invalid'
  readonly notes: readonly ('number_ignored' | 'other_city')[]
  readonly faults: readonly {
    readonly field: 'row' | 'name' | 'city' | 'number'
    readonly reason: 'required' | 'type' | 'unknown_field' | 'unknown_parameter' | 'repeated' | 'too_short' | 'too_long' | 'too_small' | 'too_large' | 'too_many' | 'control_character' | 'encoding' | 'syntax' | 'format' | 'not_allowed' | 'mismatch' | 'key_in_query' | 'body_not_allowed'
  }[]
  readonly companies: readonly {
    readonly uuid: string
    readonly name: string
    readonly registration_number: string
    readonly register_court: string
    readonly seat: string
    readonly status: 'active' | 'liquidation' | 'insolvency' | 'removed' | 'unknown'
    readonly score: number
    readonly reasons: readonly string[]
    readonly differences: readonly (readonly [number, number])[]
    readonly missing: readonly (readonly [number, number])[]
  }[]
  readonly choice: string | null
}

export type WatchEntry = {
  readonly id: string
  readonly name: string
  readonly webhooks: readonly string[]
  readonly email: 'none' | 'instant' | 'daily'
  readonly language: 'de' | 'en'
  readonly companies: number
  readonly created_at: string
  readonly changed_at: string | null
}

export type WatchedEntry = {
  readonly uuid: string
  readonly ref: string | null
  readonly added_at: string
  readonly company: {
    readonly name: string
    readonly registration_number: string
    readonly register_court: string
    readonly seat: string
    readonly status: 'active' | 'liquidation' | 'insolvency' | 'removed' | 'unknown'
    readonly country: 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AQ' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BV' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GS' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HM' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PN' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TC' | 'TD' | 'TF' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'UM' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XK' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW' | ''
    readonly updated_at: string
  } | null
}

export type WebhookEntry = {
  readonly id: string
  readonly url: string
  readonly note: string
  readonly state: 'active' | 'paused'
  readonly created_at: string
  readonly old_secret_ends_at: string | null
  readonly events: number
  readonly waiting: number
  readonly delivered_cursor: string
  readonly failing: {
    readonly since: string
    readonly attempts: number
    readonly next_attempt_at: string | null
    readonly fault: 'status' | 'redirect' | 'dns' | 'address_refused' | 'connection' | 'tls' | 'timeout' | 'response'
    readonly status: number | null
  } | null
  readonly delivered: number
  readonly waiting_since: string | null
}

export type WebhookEventEntry = {
  readonly number: number
  readonly id: string
  readonly type: 'company.created' | 'company.changed' | 'company.removed' | 'company.merged' | 'company.suppressed' | 'ping'
  readonly at: string
  readonly delivered: boolean
  readonly uuid: string | null
  readonly name: string | null
  readonly ref: string | null
  readonly fields: readonly string[]
  readonly from: string
}

export type EmailEntry = {
  readonly id: string
  readonly at: string
  readonly to: string
  readonly subject: string
  readonly kind: string
}

export type Email = {
  readonly id: string
  readonly at: string
  readonly to: string
  readonly subject: string
  readonly kind: string
  readonly text: string
  readonly links: readonly string[]
}

export type Reason = 'signed_out' | 'proof_needed' | 'wrong_credentials' | 'wrong_code' | 'code_used' | 'code_locked' | 'link_invalid' | 'link_used' | 'link_expired' | 'password_short' | 'password_long' | 'password_common' | 'password_like_address' | 'same_password' | 'sign_up_closed' | 'cross_site' | 'wrong_host' | 'insecure_url' | 'busy_hashing' | 'too_many' | 'key_limit' | 'name_mismatch' | 'passkey_failed' | 'last_operator' | 'account_disabled' | 'not_now'

export type SessionAnswer = {
  readonly account: Account | null
  readonly session: {
    readonly id: string
    readonly proven_until: string | null
    readonly stays: boolean
  } | null
  readonly settings: {
    readonly sign_up: 'open' | 'domains' | 'closed'
    readonly public_search: boolean
    readonly public_url: string
    readonly mail: 'smtp' | 'folder'
    readonly emails_page: boolean
    readonly insecure: boolean
    readonly imprint_url: string | null
    readonly privacy_url: string | null
    readonly version: string
  }
}

export type SignUpBody = {
  readonly email: string
  readonly password: string
  readonly name?: string
  readonly language?: 'de' | 'en'
  readonly set_up_code?: string
  readonly invitation?: string
}

export type SignUpAnswer = {
  readonly sent: true
}

export type SignUpAgainAnswer = {
  readonly sent: true
}

export type DescribeLinkBody = {
  readonly token: string
}

export type DescribeLinkAnswer = LinkAnswer

export type ConfirmSignUpBody = {
  readonly token: string
  readonly password?: string
}

export type ConfirmSignUpAnswer = {
  readonly account: Account
}

export type SignInBody = {
  readonly email: string
  readonly password: string
  readonly stay?: boolean
}

export type EnterCodeBody = {
  readonly code: string
  readonly kind: 'totp' | 'recovery'
}

export type EnterCodeAnswer = SignInAnswer

export type RequestResetBody = {
  readonly email: string
}

export type RequestResetAnswer = {
  readonly sent: true
}

export type FinishResetBody = {
  readonly token: string
  readonly password: string
}

export type FinishResetAnswer = {
  readonly state: 'signed_in' | 'sign_in'
}

export type ProveBody = {
  readonly password: string
}

export type ProveAnswer = {
  readonly proven_until: string
}

export type DescribeAccountBody = {
  readonly name?: string
  readonly language?: 'de' | 'en'
}

export type DescribeAccountAnswer = {
  readonly account: Account
}

export type ChangePasswordBody = {
  readonly current: string
  readonly password: string
}

export type RequestAddressBody = {
  readonly email: string
}

export type RequestAddressAnswer = {
  readonly sent: true
}

export type ConfirmAddressBody = {
  readonly token: string
}

export type ConfirmAddressAnswer = {
  readonly account: Account
}

export type ListSessionsAnswer = {
  readonly sessions: readonly SessionEntry[]
}

export type ListAuditQuery = {
  readonly before?: string
  readonly limit?: string
  readonly key_id?: string
}

export type ListAuditAnswer = {
  readonly entries: readonly AuditEntry[]
  readonly older: number | null
}

export type SetUpOperatorBody = {
  readonly code: string
}

export type SetUpOperatorAnswer = {
  readonly account: Account
}

export type ExportAccountAnswer = Readonly<Record<string, unknown>>

export type DeleteAccountBody = {
  readonly email: string
}

export type BeginPasskeySignInAnswer = {
  readonly options: Readonly<Record<string, unknown>>
}

export type FinishPasskeySignInBody = {
  readonly response: Readonly<Record<string, unknown>>
  readonly stay?: boolean
}

export type FinishPasskeySignInAnswer = SignInAnswer

export type BeginPasskeyProofAnswer = {
  readonly options: Readonly<Record<string, unknown>>
}

export type FinishPasskeyProofBody = {
  readonly response: Readonly<Record<string, unknown>>
}

export type FinishPasskeyProofAnswer = {
  readonly proven_until: string
}

export type ListPasskeysAnswer = {
  readonly passkeys: readonly PasskeyEntry[]
}

export type BeginPasskeyAnswer = {
  readonly options: Readonly<Record<string, unknown>>
}

export type FinishPasskeyBody = {
  readonly response: Readonly<Record<string, unknown>>
  readonly name: string
}

export type NamePasskeyBody = {
  readonly name: string
}

export type BeginSecondFactorAnswer = {
  readonly uri: string
  readonly secret: string
  readonly recovery_codes: readonly string[]
}

export type FinishSecondFactorBody = {
  readonly code: string
}

export type EndSecondFactorBody = {
  readonly password: string
}

export type RenewRecoveryCodesBody = {
  readonly password: string
}

export type RenewRecoveryCodesAnswer = {
  readonly recovery_codes: readonly string[]
}

export type ListKeysAnswer = {
  readonly keys: readonly {
    readonly id: string
    readonly name: string
    readonly kind: 'live' | 'test'
    readonly visible_start: string
    readonly scopes: readonly ('companies:search' | 'companies:search:deep' | 'companies:read' | 'companies:watch' | 'reconcile')[]
    readonly state: 'live' | 'rotated' | 'expired' | 'revoked'
    readonly works: boolean
    readonly created_at: string
    readonly last_used_at: string | null
    readonly expires_at: string | null
    readonly ends_at: string | null
    readonly revoked_at: string | null
    readonly rotated_from: string | null
    readonly successor: string | null
    readonly limit: {
      readonly quota: number
      readonly window_s: number
    } | null
    readonly addresses: readonly string[]
    readonly requests_24h: number
  }[]
  readonly live: number
  readonly live_max: number
}

export type KeyHistoryAnswer = {
  readonly entries: readonly {
    readonly number: number
    readonly at: string
    readonly by: 'owner' | 'operator' | 'command line' | 'system'
    readonly event: 'key_created' | 'key_rotated' | 'key_revoked' | 'key_named' | 'key_addresses' | 'key_limit'
    readonly key: string
    readonly detail: Readonly<Record<string, string | number>>
    readonly address: string
    readonly device: string
  }[]
}

export type CreateKeyBody = {
  readonly name: string
  readonly kind?: 'live' | 'test'
  readonly scopes: readonly ('companies:search' | 'companies:search:deep' | 'companies:read' | 'companies:watch' | 'reconcile')[]
  readonly expires_in: 'never' | '30d' | '90d' | '365d' | string
  readonly addresses?: readonly string[]
}

export type CreateKeyAnswer = {
  readonly key: KeyEntry
  readonly secret: string
}

export type RotateKeyBody = {
  readonly overlap_s: number
}

export type RotateKeyAnswer = {
  readonly key: KeyEntry
  readonly secret: string
  readonly old: KeyEntry
}

export type RevokeKeyBody = {
  readonly name: string
}

export type RevokeKeyAnswer = {
  readonly key: KeyEntry
}

export type RenameKeyBody = {
  readonly name: string
}

export type RenameKeyAnswer = {
  readonly key: KeyEntry
}

export type ChangeAddressesBody = {
  readonly addresses: readonly string[]
}

export type ChangeAddressesAnswer = {
  readonly key: KeyEntry
}

export type EmailsAnswer = {
  readonly emails: readonly EmailEntry[]
}

export type EmailAnswer = Email

export type AppSearchBody = {
  readonly name: string
  readonly deep?: boolean
  readonly limit?: number
  readonly cursor?: string
  readonly min_score?: number
  readonly status?: readonly ('active' | 'liquidation' | 'insolvency' | 'removed' | 'unknown')[]
  readonly legal_form?: readonly ('GmbH' | 'gGmbH' | 'UG' | 'VVaG' | 'AG' | 'SE' | 'KGaA' | 'KG' | 'OHG' | 'GmbH & Co. KG' | 'UG & Co. KG' | 'AG & Co. KG' | 'SE & Co. KG' | 'KGaA & Co. KG' | 'Ltd. & Co. KG' | 'eG & Co. KG' | 'GbR & Co. KG' | 'Stiftung & Co. KG' | 'B.V. & Co. KG' | 'S.à r.l. & Co. KG' | 'S.A. & Co. KG' | 'GmbH & Co. OHG' | 'UG & Co. OHG' | 'AG & Co. OHG' | 'SE & Co. OHG' | 'KGaA & Co. OHG' | 'Ltd. & Co. OHG' | 'eG & Co. OHG' | 'Stiftung & Co. OHG' | 'GmbH & Co. KGaA' | 'UG & Co. KGaA' | 'AG & Co. KGaA' | 'SE & Co. KGaA' | 'Stiftung & Co. KGaA' | 'e.K.' | 'eG' | 'SCE' | 'e.V.' | 'PartG' | 'PartG mbB' | 'eGbR' | 'GbR' | 'EWIV' | 'AöR' | 'KöR' | 'Ltd.' | 'PLC' | 'CIC' | 'LLP' | 'LP' | 'LLC' | 'Inc.' | 'Corp.' | 'B.V.' | 'N.V.' | 'S.A.' | 'S.A.S.' | 'S.à r.l.' | 'EURL' | 'SASU' | 'SNC' | 'SCI' | 'S.r.l.' | 'S.p.A.' | 'S.L.' | 'A/S' | 'AS' | 'ASA' | 'ENK' | 'NUF' | 'ApS' | 'AB' | 'Oy' | 'Sp. z o.o.' | 's.r.o.' | 'd.o.o.' | 'Kft.' | 'OÜ' | 'SIA' | 'UAB' | 'EOOD' | 'BVBA' | 'Stiftung' | 'unknown')[]
  readonly register_type?: readonly ('HRA' | 'HRB' | 'GnR' | 'PR' | 'VR' | 'GsR')[]
  readonly register_court?: readonly string[]
  readonly city?: readonly string[]
  readonly state?: readonly ('DE-BB' | 'DE-BE' | 'DE-BW' | 'DE-BY' | 'DE-HB' | 'DE-HE' | 'DE-HH' | 'DE-MV' | 'DE-NI' | 'DE-NW' | 'DE-RP' | 'DE-SH' | 'DE-SL' | 'DE-SN' | 'DE-ST' | 'DE-TH')[]
  readonly postcode?: readonly string[]
  readonly country?: readonly ('AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AQ' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BV' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GS' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HM' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PN' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TC' | 'TD' | 'TF' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'UM' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XK' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW')[]
  readonly former?: 'only' | 'exclude'
}

export type AppSearchAnswer = {
  readonly mode: 'normal' | 'deep'
  readonly hits: readonly {
    readonly uuid: string
    readonly name: string
    readonly registration_number: string
    readonly status: 'active' | 'liquidation' | 'insolvency' | 'removed' | 'unknown'
    readonly legal_form: string
    readonly register_court: string
    readonly seat: string
    readonly country: 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AQ' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BV' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GS' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HM' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PN' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TC' | 'TD' | 'TF' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'UM' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XK' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW' | ''
    readonly match: {
      readonly score: number
      readonly kind: 'number' | 'exact' | 'form' | 'words' | 'prefix' | 'former' | 'spelling' | 'sound' | 'partial' | 'related'
      readonly matched_name: string
      readonly matched_on: 'name' | 'former_name' | 'other_name' | 'number'
      readonly reasons: readonly ('register_number' | 'former_number' | 'related_court' | 'other_suffix' | 'same_name' | 'form_missing' | 'other_form' | 'word_order' | 'extra_words' | 'prefix' | 'former_name' | 'other_name' | 'removed' | 'slip' | 'joined_words' | 'sound' | 'missing_words' | 'initials' | 'seat' | 'shared_words')[]
      readonly highlights: {
        readonly matched_name: readonly (readonly [number, number])[]
        readonly name: readonly (readonly [number, number])[]
      }
    }
    readonly address: {
      readonly text: string
      readonly postcode: string | null
      readonly city: string | null
    } | null
    readonly history: {
      readonly former_names: readonly {
        readonly name: string
        readonly until: string | null
      }[]
      readonly former_numbers: readonly {
        readonly registration_number: string
        readonly register_court: string
        readonly court_code: string
        readonly until: string | null
      }[]
      readonly other_names: readonly {
        readonly name: string
        readonly source: string
      }[]
    } | null
    readonly source: {
      readonly source: string
      readonly source_id: string
      readonly as_of: string
      readonly licence: string
      readonly attribution: string
    } | null
  }[]
  readonly total: number
  readonly total_is_exact: boolean
  readonly partial: boolean
  readonly truncated: boolean
  readonly took_ms: number
  readonly next_cursor: string | null
  readonly as_of: string | null
  readonly request: {
    readonly url: string
    readonly body: Readonly<Record<string, unknown>>
  }
}

export type AppSearchFacetsBody = {
  readonly name: string
  readonly deep?: boolean
  readonly min_score?: number
  readonly status?: readonly ('active' | 'liquidation' | 'insolvency' | 'removed' | 'unknown')[]
  readonly legal_form?: readonly ('GmbH' | 'gGmbH' | 'UG' | 'VVaG' | 'AG' | 'SE' | 'KGaA' | 'KG' | 'OHG' | 'GmbH & Co. KG' | 'UG & Co. KG' | 'AG & Co. KG' | 'SE & Co. KG' | 'KGaA & Co. KG' | 'Ltd. & Co. KG' | 'eG & Co. KG' | 'GbR & Co. KG' | 'Stiftung & Co. KG' | 'B.V. & Co. KG' | 'S.à r.l. & Co. KG' | 'S.A. & Co. KG' | 'GmbH & Co. OHG' | 'UG & Co. OHG' | 'AG & Co. OHG' | 'SE & Co. OHG' | 'KGaA & Co. OHG' | 'Ltd. & Co. OHG' | 'eG & Co. OHG' | 'Stiftung & Co. OHG' | 'GmbH & Co. KGaA' | 'UG & Co. KGaA' | 'AG & Co. KGaA' | 'SE & Co. KGaA' | 'Stiftung & Co. KGaA' | 'e.K.' | 'eG' | 'SCE' | 'e.V.' | 'PartG' | 'PartG mbB' | 'eGbR' | 'GbR' | 'EWIV' | 'AöR' | 'KöR' | 'Ltd.' | 'PLC' | 'CIC' | 'LLP' | 'LP' | 'LLC' | 'Inc.' | 'Corp.' | 'B.V.' | 'N.V.' | 'S.A.' | 'S.A.S.' | 'S.à r.l.' | 'EURL' | 'SASU' | 'SNC' | 'SCI' | 'S.r.l.' | 'S.p.A.' | 'S.L.' | 'A/S' | 'AS' | 'ASA' | 'ENK' | 'NUF' | 'ApS' | 'AB' | 'Oy' | 'Sp. z o.o.' | 's.r.o.' | 'd.o.o.' | 'Kft.' | 'OÜ' | 'SIA' | 'UAB' | 'EOOD' | 'BVBA' | 'Stiftung' | 'unknown')[]
  readonly register_type?: readonly ('HRA' | 'HRB' | 'GnR' | 'PR' | 'VR' | 'GsR')[]
  readonly register_court?: readonly string[]
  readonly city?: readonly string[]
  readonly state?: readonly ('DE-BB' | 'DE-BE' | 'DE-BW' | 'DE-BY' | 'DE-HB' | 'DE-HE' | 'DE-HH' | 'DE-MV' | 'DE-NI' | 'DE-NW' | 'DE-RP' | 'DE-SH' | 'DE-SL' | 'DE-SN' | 'DE-ST' | 'DE-TH')[]
  readonly postcode?: readonly string[]
  readonly country?: readonly ('AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AQ' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BV' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GS' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HM' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PN' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TC' | 'TD' | 'TF' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'UM' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XK' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW')[]
  readonly former?: 'only' | 'exclude'
}

export type AppSearchFacetsAnswer = {
  readonly total: number
  readonly exact: boolean
  readonly status: readonly {
    readonly value: string
    readonly count: number
  }[]
  readonly legal_form: readonly {
    readonly value: string
    readonly count: number
  }[]
  readonly register_type: readonly {
    readonly value: string
    readonly count: number
  }[]
  readonly state: readonly {
    readonly value: string
    readonly count: number
  }[]
  readonly register_court: readonly {
    readonly value: string
    readonly count: number
  }[]
  readonly seat: readonly {
    readonly value: string
    readonly count: number
  }[]
}

export type AppSuggestQuery = {
  readonly q: string
}

export type AppSuggestAnswer = readonly {
  readonly uuid: string
  readonly name: string
  readonly registration_number: string
  readonly status: 'active' | 'liquidation' | 'insolvency' | 'removed' | 'unknown'
  readonly seat: string
  readonly former_name: string | null
}[]

export type AppCompanyAnswer = {
  readonly company: {
    readonly uuid: string
    readonly name: string
    readonly registration_number: string
    readonly status: 'active' | 'liquidation' | 'insolvency' | 'removed' | 'unknown'
    readonly legal_form: string
    readonly register_court: string
    readonly seat: string
    readonly country: 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AQ' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BV' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GS' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HM' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PN' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TC' | 'TD' | 'TF' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'UM' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XK' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW' | ''
    readonly euid: string
    readonly court_code: string
    readonly register_type: 'HRA' | 'HRB' | 'GnR' | 'PR' | 'VR' | 'GsR' | ''
    readonly register_number: number
    readonly register_suffix: string
    readonly registered_on: string | null
    readonly status_raw: string
    readonly legal_form_codes: {
      readonly xunternehmen: string | null
      readonly iso20275: string | null
    }
    readonly lei: string | null
    readonly lei_status: string | null
    readonly parents: {
      readonly direct: string | null
      readonly ultimate: string | null
    }
    readonly subsidiaries: number
    readonly prominence: {
      readonly value: number
      readonly parts: readonly {
        readonly fact: string
        readonly value: string
        readonly points: number
      }[]
    }
    readonly address: {
      readonly text: string
      readonly postcode: string | null
      readonly city: string | null
    } | null
    readonly former_names: readonly {
      readonly name: string
      readonly until: string | null
    }[]
    readonly former_numbers: readonly {
      readonly registration_number: string
      readonly register_court: string
      readonly court_code: string
      readonly until: string | null
    }[]
    readonly other_names: readonly {
      readonly name: string
      readonly source: string
    }[]
    readonly events: readonly {
      readonly kind: 'removal_announced' | 'transformation' | 'documents_filed' | 'announcement'
      readonly date: string
      readonly source: string
    }[]
    readonly sources: readonly {
      readonly source: string
      readonly source_id: string
      readonly as_of: string
      readonly licence: string
      readonly attribution: string
    }[]
    readonly updated_at: string
  } | null
  readonly moved_to: string | null
}

export type AppReferenceAnswer = {
  readonly statuses: readonly {
    readonly code: string
    readonly name: {
      readonly de: string
      readonly en: string
    }
  }[]
  readonly legal_forms: readonly {
    readonly code: string
    readonly name: {
      readonly de: string
      readonly en: string
    }
  }[]
  readonly register_types: readonly {
    readonly code: string
    readonly name: {
      readonly de: string
      readonly en: string
    }
  }[]
  readonly states: readonly {
    readonly code: string
    readonly name: {
      readonly de: string
      readonly en: string
    }
  }[]
  readonly countries: readonly {
    readonly code: string
    readonly name: {
      readonly de: string
      readonly en: string
    }
  }[]
  readonly courts: readonly {
    readonly code: string
    readonly name: string
    readonly aliases: readonly string[]
  }[]
  readonly match_kinds: readonly {
    readonly code: string
    readonly name: {
      readonly de: string
      readonly en: string
    }
  }[]
  readonly match_reasons: readonly {
    readonly code: string
    readonly name: {
      readonly de: string
      readonly en: string
    }
  }[]
  readonly companies: number
}

export type UsageQuery = {
  readonly from: string
  readonly to: string
  readonly by: 'hour' | 'day'
  readonly zone?: string
  readonly key_id?: string
}

export type UsageAnswer = {
  readonly rows: readonly {
    readonly at: string
    readonly requests: number
    readonly errors: number
    readonly limited: number
    readonly deep: number
    readonly p50_ms: number | null
    readonly p99_ms: number | null
  }[]
  readonly total: {
    readonly requests: number
    readonly errors: number
    readonly limited: number
    readonly deep: number
    readonly p50_ms: number | null
    readonly p99_ms: number | null
  }
}

export type LimitsAnswer = {
  readonly account: {
    readonly quota: number
    readonly window_s: number
    readonly used: number
  } | null
  readonly keys: readonly {
    readonly id: string
    readonly name: string
    readonly visible_start: string
    readonly limit: {
      readonly quota: number
      readonly window_s: number
      readonly used: number
    }
    readonly burst: {
      readonly quota: number
      readonly window_s: number
      readonly used: number
    }
  }[]
}

export type AppMatchesAnswer = {
  readonly jobs: readonly MatchEntry[]
  readonly jobs_max: number
}

export type AppPreviewMatchQuery = {
  readonly header?: 'true' | 'false'
}

export type AppPreviewMatchAnswer = {
  readonly header: readonly string[]
  readonly has_header: boolean
  readonly first_rows: readonly (readonly string[])[]
  readonly rows: number
  readonly columns: {
    readonly name: readonly number[]
    readonly city: readonly number[]
    readonly number: readonly number[]
  }
  readonly certainty: {
    readonly name: 'header' | 'word' | 'values' | null
    readonly city: 'header' | 'word' | 'values' | null
    readonly number: 'header' | 'word' | 'values' | null
  }
}

export type AppStartMatchQuery = {
  readonly filename?: string
  readonly header: 'true' | 'false'
  readonly deep: 'true' | 'false'
  readonly name: string
  readonly city: string
  readonly number: string
}

export type AppStartMatchAnswer = {
  readonly job: MatchEntry
  readonly header: readonly string[]
  readonly decided: {
    readonly found: number
    readonly ambiguous: number
    readonly possible: number
    readonly not_found: number
    readonly invalid: number
  }
}

export type AppMatchAnswer = {
  readonly job: MatchEntry
  readonly header: readonly string[]
  readonly decided: {
    readonly found: number
    readonly ambiguous: number
    readonly possible: number
    readonly not_found: number
    readonly invalid: number
  }
}

export type AppMatchRowsQuery = {
  readonly state: 'found' | 'ambiguous' | 'possible' | 'not_found' | 'invalid'
  readonly page?: number
}

export type AppMatchRowsAnswer = {
  readonly page: number
  readonly page_rows: number
  readonly total: number
  readonly rows: readonly ReviewRow[]
}

export type AppDecideRowBody = {
  readonly row: number
  readonly choice: string | null
}

export type AppMatchResultQuery = {
  readonly format: 'csv' | 'xlsx'
  readonly separator?: 'comma' | 'semicolon'
}

export type AppWatchesAnswer = {
  readonly watches: readonly WatchEntry[]
  readonly watches_max: number
  readonly companies_max: number
  readonly webhooks: readonly WebhookEntry[]
  readonly webhooks_max: number
}

export type AppCreateWatchBody = {
  readonly name: string
  readonly webhooks?: readonly string[]
  readonly email?: 'none' | 'instant' | 'daily'
  readonly language?: 'de' | 'en'
}

export type AppCreateWatchAnswer = {
  readonly watch: WatchEntry
}

export type AppChangeWatchBody = {
  readonly name?: string
  readonly webhooks?: readonly string[]
  readonly email?: 'none' | 'instant' | 'daily'
  readonly language?: 'de' | 'en'
}

export type AppChangeWatchAnswer = {
  readonly watch: WatchEntry
}

export type AppDeleteWatchBody = {
  readonly name: string
}

export type AppWatchedCompaniesQuery = {
  readonly cursor?: string
  readonly limit?: string
}

export type AppWatchedCompaniesAnswer = {
  readonly companies: readonly WatchedEntry[]
  readonly next_cursor: string | null
}

export type AppAddCompaniesBody = {
  readonly companies: readonly unknown[]
}

export type AppAddCompaniesAnswer = {
  readonly companies: readonly {
    readonly ref: string | null
    readonly state: 'added' | 'present' | 'not_found' | 'ambiguous' | 'invalid'
    readonly uuid: string | null
    readonly details?: readonly {
      readonly field: string
      readonly reason: 'required' | 'type' | 'unknown_field' | 'unknown_parameter' | 'repeated' | 'too_short' | 'too_long' | 'too_small' | 'too_large' | 'too_many' | 'control_character' | 'encoding' | 'syntax' | 'format' | 'not_allowed' | 'mismatch' | 'key_in_query' | 'body_not_allowed'
      readonly allowed?: readonly string[]
    }[]
  }[]
}

export type AppRemoveCompaniesBody = {
  readonly uuids: readonly string[]
}

export type AppRemoveCompaniesAnswer = {
  readonly removed: number
}

export type AppCreateWebhookBody = {
  readonly url: string
  readonly note?: string
}

export type AppCreateWebhookAnswer = {
  readonly webhook: WebhookEntry
  readonly secret: string
}

export type AppRotateWebhookBody = {
  readonly overlap_s: number
}

export type AppRotateWebhookAnswer = {
  readonly webhook: WebhookEntry
  readonly secret: string
}

export type AppPingWebhookAnswer = {
  readonly id: string
  readonly number: number
}

export type AppPauseWebhookAnswer = {
  readonly webhook: WebhookEntry
}

export type AppResumeWebhookBody = {
  readonly from?: string
}

export type AppResumeWebhookAnswer = {
  readonly webhook: WebhookEntry
}

export type AppDeleteWebhookBody = {
  readonly host: string
}

export type AppWebhookEventsQuery = {
  readonly before?: number
}

export type AppWebhookEventsAnswer = {
  readonly events: readonly WebhookEventEntry[]
  readonly older: number | null
}

export type OperatorStateAnswer = {
  readonly version: string
  readonly started_at: string
  readonly threads: readonly string[]
  readonly is_passive: boolean
  readonly companies: number
  readonly index: {
    readonly companies: number
    readonly delta_companies: number
    readonly bytes: number
    readonly built_at: string
    readonly is_merging: boolean
  } | null
  readonly opensearch: 'reached' | 'lost' | null
  readonly sources: readonly {
    readonly source: string
    readonly title: string
    readonly licence: string
    readonly attribution: string
    readonly rows: number
    readonly as_of: string
  }[]
  readonly import_sources: readonly {
    readonly id: string
    readonly kind: 'file' | 'inbox' | 'https'
    readonly location: string
    readonly schedule: string | null
    readonly last_run_at: string | null
    readonly last_success_at: string | null
    readonly good_file: string
    readonly last_failure_at: string | null
    readonly bad_file: string
    readonly last_result: 'done' | 'unchanged' | 'failed' | null
    readonly fault: string
    readonly failures: number
    readonly next_run_at: string | null
  }[]
  readonly importing: {
    readonly step: 'reading' | 'indexing'
    readonly file: string
    readonly share: number
    readonly rows: number
    readonly rows_per_s: number
    readonly left_s: number | null
  } | null
  readonly imports: readonly {
    readonly number: number
    readonly started_at: string
    readonly ended_at: string | null
    readonly files: readonly string[]
    readonly counts: Readonly<Record<string, number>>
    readonly state: 'running' | 'done' | 'failed' | 'stopped'
    readonly said: string
    readonly reasons: Readonly<Record<string, number>>
    readonly rejects: string | null
    readonly mostly_rejected: boolean
    readonly faults: readonly {
      readonly file: string
      readonly reason: 'missing' | 'folder' | 'not_a_file' | 'no_permission' | 'empty' | 'unknown_format' | 'malformed' | 'bad_mapping' | 'truncated' | 'damaged' | 'unreadable' | 'archive_files' | 'archive_encrypted' | 'unpacks_too_large' | 'old_workbook' | 'binary' | 'foreign_database' | 'database_damaged' | 'no_space' | 'mapping_missing' | 'no_companies'
      readonly line: number
      readonly byte: number
    }[]
  }[]
  readonly emails: {
    readonly waiting: number
    readonly failed: number
    readonly oldest_waiting_at: string | null
    readonly fault: string | null
  }
  readonly accounts: number
  readonly nodes: readonly {
    readonly id: string
    readonly name: string
    readonly version: string
    readonly started_at: string
    readonly seen_at: string
    readonly is_live: boolean
    readonly behind: number | null
  }[]
}

export type OperatorKeysQuery = {
  readonly q?: string
}

export type OperatorKeysAnswer = {
  readonly keys: readonly {
    readonly id: string
    readonly name: string
    readonly kind: 'live' | 'test'
    readonly visible_start: string
    readonly scopes: readonly ('companies:search' | 'companies:search:deep' | 'companies:read' | 'companies:watch' | 'reconcile')[]
    readonly state: 'live' | 'rotated' | 'expired' | 'revoked'
    readonly works: boolean
    readonly created_at: string
    readonly last_used_at: string | null
    readonly expires_at: string | null
    readonly ends_at: string | null
    readonly revoked_at: string | null
    readonly rotated_from: string | null
    readonly successor: string | null
    readonly limit: {
      readonly quota: number
      readonly window_s: number
    } | null
    readonly addresses: readonly string[]
    readonly account: string
    readonly email: string | null
  }[]
}

export type OperatorLimitBody = {
  readonly limit: {
    readonly quota: number
    readonly window_s: number
  } | null
}

export type OperatorLimitAnswer = {
  readonly key: KeyEntry
}

export type OperatorRevokeKeyAnswer = {
  readonly key: KeyEntry
}

export type SuppressionsAnswer = {
  readonly suppressions: readonly {
    readonly uuid: string
    readonly reason: string
    readonly at: string
    readonly actor: string
  }[]
}

export type SuppressBody = {
  readonly uuid: string
  readonly reason: string
}

export type OperatorAuditQuery = {
  readonly before?: string
  readonly limit?: string
}

export type OperatorAuditAnswer = {
  readonly entries: readonly {
    readonly number: number
    readonly at: string
    readonly actor: string
    readonly account: string | null
    readonly actor_email: string | null
    readonly account_email: string | null
    readonly event: AuditEvent
    readonly subject: string
    readonly detail: Readonly<Record<string, string | number>>
    readonly address: string
    readonly device: string
  }[]
  readonly older: number | null
}

export type OperatorEmailsQuery = {
  readonly state?: 'waiting' | 'failed' | 'sent' | 'expired'
}

export type OperatorEmailsAnswer = {
  readonly emails: readonly {
    readonly id: string
    readonly kind: string
    readonly to: string
    readonly state: 'waiting' | 'failed' | 'sent' | 'expired'
    readonly created_at: string
    readonly tries: number
    readonly fault: string | null
  }[]
}

export type OperatorAccountsQuery = {
  readonly q?: string
  readonly after?: string
}

export type OperatorAccountsAnswer = {
  readonly accounts: readonly {
    readonly id: string
    readonly email: string
    readonly name: string
    readonly role: 'user' | 'operator'
    readonly language: 'de' | 'en'
    readonly created_at: string
    readonly seen_at: string | null
    readonly keys: number
    readonly disabled: boolean
    readonly second_factor: boolean
  }[]
  readonly next: string | null
}

export type OperatorSetRoleBody = {
  readonly role: 'user' | 'operator'
}

export type OperatorResetAccountBody = {
  readonly email: string
  readonly drop_second_factor?: boolean
}

export type OperatorResetAccountAnswer = {
  readonly link: string | null
}

export type InvitationsAnswer = {
  readonly invitations: readonly {
    readonly id: string
    readonly email: string
    readonly role: 'user' | 'operator'
    readonly language: 'de' | 'en'
    readonly created_at: string
    readonly expires_at: string
  }[]
}

export type InviteBody = {
  readonly email: string
  readonly role?: 'user' | 'operator'
  readonly language?: 'de' | 'en'
}

export type InviteAnswer = {
  readonly link: string | null
}
