/** The check of `doctor` that concerns the disks of the nodes of OpenSearch. */
import type { Check } from '../control/views.ts'
import type { OpenSearchFacts } from '../server/compose/opensearch-index.ts'
import { check } from './doctor-check.ts'

const PREFIX = 'cluster.routing.allocation.disk'
const WATERMARK = `${PREFIX}.watermark`

type Disk = OpenSearchFacts['disks'][number]

/** Judges the free space of every node that holds shards by the watermarks of OpenSearch, and by the next version. */
export function checkDisks({ disks, settings, index, dataNodes }: OpenSearchFacts): Check {
  const free = Math.min(...disks.map(({ freeBytes }) => freeBytes))
  const text = disks.length === 1 ? `${gb(free)} GB free` : `at least ${gb(free)} GB free on every node`
  const isWatched = settings.get(`${PREFIX}.threshold_enabled`) !== 'false'
  const beyond = (level: string, standard: string) => {
    const watermark = settings.get(`${WATERMARK}.${level}`) ?? standard
    return isWatched ? disks.filter((disk) => isBeyond(disk, watermark)) : []
  }
  const [low, high, flood] = [beyond('low', '85%'), beyond('high', '90%'), beyond('flood_stage', '95%')]
  const room = disks.reduce((sum, { freeBytes }) => sum + freeBytes, 0)
  const needed = (index?.bytes ?? 0) * (dataNodes > 1 ? 2 : 1)
  return check('opensearch disk', text, [
    flood.length > 0 && [
      'fail',
      `${namesOf(flood)}: beyond the flood stage, OpenSearch forbids changes. Free space there.`,
    ],
    flood.length === 0 &&
      high.length > 0 && [
        'warn',
        `${namesOf(high)}: beyond the high watermark, OpenSearch moves shards away. Free space there.`,
      ],
    high.length === 0 &&
      low.length > 0 && [
        'warn',
        `${namesOf(low)}: beyond the low watermark, no new shards. A new version of the index may find no node. Free space there.`,
      ],
    room < needed && [
      'warn',
      `A new version of the index is filled beside the searched one, and needs ${gb(needed)} GB.`,
    ],
  ])
}

function namesOf(disks: readonly Disk[]): string {
  return disks.map(({ node }) => node).join(', ')
}

function gb(bytes: number): string {
  return (bytes / 1e9).toFixed(1)
}

const UNITS: Readonly<Record<string, number>> = { b: 1, kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30, tb: 2 ** 40 }

/** A watermark is the used share (`85%`, `0.85`) or the least free space (`50gb`). */
function isBeyond({ totalBytes, freeBytes }: Disk, watermark: string): boolean {
  const [, number = '', unit = ''] = /^([\d.]+)\s*([a-z%]*)$/i.exec(watermark) ?? []
  const bytes = UNITS[unit.toLowerCase()]
  if (bytes !== undefined) return freeBytes < Number(number) * bytes
  const share = unit === '%' ? Number(number) / 100 : Number(number)
  return 1 - freeBytes / totalBytes > share
}
