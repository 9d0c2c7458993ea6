/** All kinds of mailed links, by what the link does. */
export const LINK_KINDS = ['sign_up', 'reset', 'new_address', 'invitation'] as const

/** One of `LINK_KINDS`. */
export type LinkKind = (typeof LINK_KINDS)[number]
