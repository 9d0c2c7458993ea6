/** A limit of informational answers (1xx): reading a flood of them takes a processor, and none of them ends a request. */
import type { ClientRequest } from 'node:http'

/** Informational answers to one request, at most; a proxy sends one or two. */
export const INFORMATIONAL_MAX = 16

/** The error of a request with more than `INFORMATIONAL_MAX` informational answers. */
export class InformationalFlood extends Error {
  constructor() {
    super(`more than ${INFORMATIONAL_MAX} informational answers`)
  }
}

/** Ends the request, and calls `reject` with an {@link InformationalFlood}, at the first informational answer above the limit. */
export function limitInformational(request: ClientRequest, reject: (error: Error) => void): void {
  let count = 0
  request.on('information', () => {
    if (++count <= INFORMATIONAL_MAX) return
    // Before the response, which the same bytes may contain.
    reject(new InformationalFlood())
    request.destroy()
  })
}
