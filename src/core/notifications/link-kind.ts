/** What a mailed link is good for. */
export const LINK_KINDS = ['sign_up', 'reset', 'new_address', 'invitation'] as const

export type LinkKind = (typeof LINK_KINDS)[number]
