/** Checks a port before several threads listen on it. */
import { createServer, type ListenOptions, type Server } from 'node:net'
import { Failure } from '../../core/failure.ts'

/** The result of the check. */
export interface PortAnswer {
  /** The port itself, or the one that the system chose for 0. */
  readonly port: number
  /** Whether several threads can listen on one port on this system. */
  readonly canShare: boolean
  /**
   * Whether a chosen port stays reserved until `release`, so that no other process gets it before the threads
   * listen. They must share it then.
   */
  readonly isReserved: boolean
  /** Ends the reservation. */
  readonly release: () => void
}

/**
 * Listens on the port once without sharing it: with sharing, a second server would silently share a port that
 * belongs to another one. A port that the system chooses (0) is new, and stays reserved where it can be shared.
 *
 * @throws {Failure} `conflict` if the port is in use; `invalid_request` if the address is not one of this
 * machine or the port needs privileges; `service_unavailable` for any other error.
 */
export async function findPort(host: string, port: number): Promise<PortAnswer> {
  const reserved = port === 0 ? await tryListen({ host, port, reusePort: true }) : undefined
  if (reserved !== undefined && 'port' in reserved) {
    return { port: reserved.port, canShare: true, isReserved: true, release: () => reserved.server.close() }
  }
  const found = await tryListen({ host, port })
  if ('error' in found) throw portFailure(found.error, host, port)
  await close(found.server)
  const shared = await tryListen({ host, port: found.port, reusePort: true })
  const canShare = 'port' in shared
  if (canShare) await close(shared.server)
  return { port: found.port, canShare, isReserved: false, release: () => {} }
}

type Listening =
  | { readonly port: number; readonly server: Server }
  | { readonly error: NodeJS.ErrnoException }

function tryListen(options: ListenOptions): Promise<Listening> {
  const { promise, resolve } = Promise.withResolvers<Listening>()
  const server = createServer((socket) => socket.destroy())
  server.on('error', (error: NodeJS.ErrnoException) => resolve({ error }))
  server.unref().listen(options, () => {
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    resolve({ port, server })
  })
  return promise
}

function close(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  return promise
}

const SENTENCES: Readonly<Record<string, (host: string, port: number) => Failure>> = {
  EADDRINUSE: (host, port) =>
    new Failure(
      'conflict',
      `Port ${port} on ${host} is in use by another program. Stop it, or choose another port, for example PORT=${port === 65_535 ? 8080 : port + 1}.`,
    ),
  EACCES: (_host, port) =>
    new Failure(
      'invalid_request',
      `This user is not allowed to listen on port ${port}. Choose a port from 1024 on, for example PORT=8080.`,
    ),
  EADDRNOTAVAIL: (host) => new Failure('invalid_request', `HOST ${host} is not an address of this machine.`),
  ENOTFOUND: (host) => new Failure('invalid_request', `HOST ${host} is neither an address nor a known name.`),
}

function portFailure(error: NodeJS.ErrnoException, host: string, port: number): Failure {
  const known = SENTENCES[error.code ?? '']?.(host, port)
  return (
    known ?? new Failure('service_unavailable', `Cannot listen on port ${port} of ${host}: ${error.message}.`)
  )
}
