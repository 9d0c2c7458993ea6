/** The kind of a key: which data it can read. The prefix of its text is the only place that holds it. */

/** All kinds. `live`: the register. `test`: the sandbox, a small register that never changes. */
export const KEY_KINDS = ['live', 'test'] as const
/** One of `KEY_KINDS`. */
export type KeyKind = (typeof KEY_KINDS)[number]

/** Returns the prefix of the secrets of this kind: `fs_live_`, `fs_test_`. */
export function prefixOf(kind: KeyKind): string {
  return `fs_${kind}_`
}

/** Returns the kind of a key, read from the visible start of its secret. */
export function kindOf({ visibleStart }: { readonly visibleStart: string }): KeyKind {
  return visibleStart.startsWith(prefixOf('test')) ? 'test' : 'live'
}
