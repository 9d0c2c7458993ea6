/** Limits processes to a share of a processor, with the control groups of Linux; needs root. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const GROUPS = '/sys/fs/cgroup'
/** Short, so that a process that has used its share waits only for a moment. */
const PERIOD_US = 20_000

/** Limits a process and its threads to `share` processors; returns what ends the limit. */
export function limitShare(pid: number, share: number): () => void {
  const isFirst = existsSync(join(GROUPS, 'cpu'))
  const parent = isFirst ? join(GROUPS, 'cpu') : GROUPS
  const group = join(parent, `firmensuche-bench-${pid}`)
  const quotaUs = Math.round(share * PERIOD_US)
  mkdirSync(group)
  if (isFirst) {
    writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_US))
    writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quotaUs))
  } else writeFileSync(join(group, 'cpu.max'), `${quotaUs} ${PERIOD_US}`)
  writeFileSync(join(group, 'cgroup.procs'), String(pid))
  return () => {
    for (const each of readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean))
      writeFileSync(join(parent, 'cgroup.procs'), each)
    rmdirSync(group)
  }
}
