/** What the policy of the page (CSP) lets in of what our libraries do: styles of their own, by its nonce. */

/** The word that the policy of this page lets styles in by; the build puts it into a meta element. */
export function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

interface TrustedTypes {
  createPolicy(name: 'default', rules: { createHTML: (text: string) => string | null }): unknown
}

/**
 * Where HTML is asked for as a text, only such without any tag gets through: Mantine fills `<style>` elements
 * that way, and nothing else may. Also tells the nonce to the library that keeps a page from scrolling behind
 * a dialog.
 */
export function keepPolicy(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', { createHTML: (text) => (/<[a-z!/?]/i.test(text) ? null : text) })
  Object.assign(globalThis, { __webpack_nonce__: pageNonce() })
}
