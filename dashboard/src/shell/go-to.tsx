/** Redirects to another page. */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * Redirects once: this component may be drawn again until the code of the other page is loaded. `href`: a
 * path of this site. The history entry is replaced.
 */
export function GoTo({ href }: { readonly href: string }) {
  const router = useRouter()
  const isGone = useRef(false)
  useEffect(() => {
    if (!isGone.current) router.history.replace(href)
    isGone.current = true
  }, [router, href])
  return null
}
