/** Hears of changes by LISTEN. */
import type { PoolClient } from 'pg'
import type { Topic } from '../../../core/nodes/node-registry.ts'
import type { DatabasePool } from '../database/open-pool.ts'
import { CHANNELS } from './node-tables.ts'

/** Time after which a lost connection is made again, in ms. */
const RECONNECT_MS = 500
const TOPICS = Object.keys(CHANNELS) as Topic[]
const LISTEN = TOPICS.map((topic) => `LISTEN ${CHANNELS[topic]}`).join('; ')

/**
 * Calls `heard` for every notice, and for all topics when a connection was made: what was told before it is lost.
 *
 * @returns a function that ends it.
 */
export function listenForChanges(
  { pool }: Pick<DatabasePool, 'pool'>,
  heard: (topic: Topic) => void,
): () => Promise<void> {
  let isEnded = false
  let timer: NodeJS.Timeout | undefined
  let client: PoolClient | undefined
  let connecting: Promise<void> = Promise.resolve()
  const again = () => {
    client = undefined
    if (isEnded) return
    // A connection that is lost while it begins to listen tells so twice.
    clearTimeout(timer)
    timer = setTimeout(() => {
      connecting = connect()
    }, RECONNECT_MS)
  }
  const connect = async () => {
    try {
      const opened = await pool.connect()
      opened.on('notification', ({ channel }) => {
        const topic = TOPICS.find((each) => CHANNELS[each] === channel)
        if (topic !== undefined) heard(topic)
      })
      opened.once('end', () => {
        if (client !== opened) return
        opened.release(true)
        again()
      })
      client = opened
      await opened.query(LISTEN)
      for (const topic of TOPICS) heard(topic)
    } catch {
      const failed = client
      client = undefined
      failed?.release(true)
      again()
    }
  }
  connecting = connect()
  return async () => {
    isEnded = true
    clearTimeout(timer)
    await connecting
    const last = client
    client = undefined
    last?.release(true)
  }
}
