/** Memory and processor time of another process, from Linux. */
import { readFileSync } from 'node:fs'

/** Linux tells times of processes in hundredths of a second. */
const MS_A_TICK = 10

/** Memory in bytes; what is shared with other processes is divided among them (Pss). */
export function memoryOf(id: number): number {
  const share = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))
  return Number(share?.[1] ?? 0) * 1024
}

/** Processor time of a process, and of its children that ended: fields 14 to 17 of `/proc/<id>/stat`; field 2 may hold blanks. */
export function processorMsOf(id: number): { own: number; ended: number } {
  const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
  return { own: (user + system) * MS_A_TICK, ended: (endedUser + endedSystem) * MS_A_TICK }
}

/** Returns the ids of the child processes. */
export function childrenOf(parent: number): number[] {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
  return children
    .split(' ')
    .filter((id) => id !== '')
    .map(Number)
}
