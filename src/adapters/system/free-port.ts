/** Checks a port before several threads listen on it. */
import { createServer, type ListenOptions } from 'node:net'
import { Failure } from '../../core/failure.ts'

/** The result of the check. */
export interface PortAnswer {
  /** The port itself, or the one that the system chose for 0. */
  readonly port: number
  /** Whether several threads can listen on one port on this system. */
  readonly canShare: boolean
}

/**
 * Listens on the port once without sharing it: with sharing, a second server would silently share a port that
 * belongs to another one.
 *
 * @throws {Failure} `conflict` if the port is in use; `invalid_request` if the address is not one of this
 * machine or the port needs privileges; `service_unavailable` for any other error.
 */
export async function findPort(host: string, port: number): Promise<PortAnswer> {
  const found = await tryListen({ host, port })
  if ('error' in found) throw portFailure(found.error, host, port)
  const shared = await tryListen({ host, port: found.port, reusePort: true })
  return { port: found.port, canShare: 'port' in shared }
}

function tryListen(options: ListenOptions): Promise<{ port: number } | { error: NodeJS.ErrnoException }> {
  const { promise, resolve } = Promise.withResolvers<{ port: number } | { error: NodeJS.ErrnoException }>()
  const server = createServer()
  server.once('error', (error: NodeJS.ErrnoException) => resolve({ error }))
  server.listen(options, () => {
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    server.close(() => resolve({ port }))
  })
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
