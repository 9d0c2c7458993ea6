/** The word that the policy of this page lets styles in by; the build puts it into a meta element. */
export function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** For the style that keeps the page from scrolling behind a dialog: its library looks for the word under this name. */
export function tellNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: pageNonce() })
}
