/** Lowers the priority of a thread, which matters if there are more threads than cores. */
import { readdirSync, readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/**
 * Steps of niceness above the other threads. With 5 the thread gets about a third of the CPU time of a
 * searching thread on the same core.
 */
const BACKGROUND_STEPS = 5
/** The highest niceness, which is the lowest priority. */
export const LOWEST_PRIORITY = 19
/** Rows that are matched in about a second. Longer lists have the lowest priority: they take the time that searches leave. */
export const SHORT_ROWS = 1000

/**
 * Lowers the priority of the calling thread for the rest of its life. Works only on Linux, where threads have
 * a niceness of their own; elsewhere it does nothing. Threads that it starts inherit it.
 */
export function workInBackground(steps = BACKGROUND_STEPS): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    if (thread > 0) setPriority(thread, Math.min(LOWEST_PRIORITY, getPriority(thread) + steps))
  } catch {
    // The work is done nevertheless, at normal priority.
  }
}

/**
 * Gives every thread of this process the lowest priority, for the rest of its life. On Linux, a disk scheduler that knows
 * priorities then lets other programs read and write first, too.
 */
export function giveWay(): void {
  try {
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), LOWEST_PRIORITY)
  } catch {
    // The work is done nevertheless, at normal priority.
  }
}
