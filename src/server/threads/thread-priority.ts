/** How much of a core a thread gets when there are more threads than cores. */
import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** So many steps below the other threads it gets about a third of what a thread gets that searches, where both want the same core. */
const BACKGROUND_STEPS = 5
/** The system knows no lower priority. */
const LOWEST_PRIORITY = 19

/** Lets every other thread go first from here on; for good. Only Linux knows threads so, elsewhere nothing happens. */
export function workInBackground(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    if (thread > 0) setPriority(thread, Math.min(LOWEST_PRIORITY, getPriority(thread) + BACKGROUND_STEPS))
  } catch {
    // The work is done all the same, only less politely.
  }
}
