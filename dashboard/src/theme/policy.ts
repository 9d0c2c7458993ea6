/** Adapts the libraries to the content security policy of the page: nonces for styles, and trusted types. */

/** Returns the nonce with which the policy allows styles. The build writes it into a meta element. */
export function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

interface TrustedTypes {
  createPolicy(name: 'default', rules: { createHTML: (text: string) => string | null }): unknown
}

/**
 * Allows HTML from texts only if it has no tags, because Mantine fills `<style>` elements in this way and
 * nothing else may. Also passes the nonce to the library that prevents scrolling behind a dialog.
 */
export function keepPolicy(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', { createHTML: (text) => (/<[a-z!/?]/i.test(text) ? null : text) })
  Object.assign(globalThis, { __webpack_nonce__: pageNonce() })
}
