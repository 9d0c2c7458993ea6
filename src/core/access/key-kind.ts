/** What a key opens. The beginning of its text says it, and nothing else does. */

/** `live`: the register. `test`: the sandbox, a small register that never changes. */
export const KEY_KINDS = ['live', 'test'] as const
export type KeyKind = (typeof KEY_KINDS)[number]

/** What texts of keys of this kind begin with. */
export function prefixOf(kind: KeyKind): string {
  return `fs_${kind}_`
}

/** Read off the part of the key that may be shown. */
export function kindOf({ visibleStart }: { readonly visibleStart: string }): KeyKind {
  return visibleStart.startsWith(prefixOf('test')) ? 'test' : 'live'
}
