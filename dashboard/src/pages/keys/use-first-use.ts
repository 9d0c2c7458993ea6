/**
 * Whether somebody is still on the way to the first answer. While a first request is awaited, the keys are
 * asked for again and again.
 */
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
  // Who comes here with keys in use knows the way already; who saw the first use arrive is told of it.
  const [wasUsed] = useState(isUsed)
  const [isHidden, setIsHidden] = useState(false)
  const isAwaited = !isUsed && keys.some(({ works }) => works)
  useQuery({ ...KEYS, refetchInterval: isAwaited ? LOOK_EVERY_MS : false })
  return { isShown: !wasUsed && !isHidden, isUsed, hide: () => setIsHidden(true) }
}
