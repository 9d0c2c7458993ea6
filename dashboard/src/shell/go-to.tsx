/**
 * Leads to another page, once: until its code is here this one may be drawn again, and must not lead on from
 * there.
 */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** `href`: a path of our own, with what follows it. Leaves nothing to go back to. */
export function GoTo({ href }: { readonly href: string }) {
  const router = useRouter()
  const isGone = useRef(false)
  useEffect(() => {
    if (!isGone.current) router.history.replace(href)
    isGone.current = true
  }, [router, href])
  return null
}
