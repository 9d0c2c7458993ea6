/** Waits for the first request with a key of a new account. Until then the keys are reloaded regularly. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Key } from '../../api/key-types.ts'
import { KEYS } from './keys-query.ts'

const LOOK_EVERY_MS = 2_000

interface FirstUse {
  readonly isShown: boolean
  readonly isUsed: boolean
  readonly hide: () => void
}

export function useFirstUse(keys: readonly Key[]): FirstUse {
  const isUsed = keys.some(({ last_used_at }) => last_used_at !== null)
  // The steps are hidden for accounts whose keys were used before, but stay visible when the first use
  // arrives.
  const [wasUsed] = useState(isUsed)
  const [isHidden, setIsHidden] = useState(false)
  const isAwaited = !isUsed && keys.some(({ works }) => works)
  useQuery({ ...KEYS, refetchInterval: isAwaited ? LOOK_EVERY_MS : false })
  return { isShown: !wasUsed && !isHidden, isUsed, hide: () => setIsHidden(true) }
}
