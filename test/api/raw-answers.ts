/** Sends requests as bytes over a socket and reads the responses. */
import { connect } from 'node:net'

/** One answer, as it came. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Writes bytes as they are and reads until the server closes, or until it answered `answers` times. */
export function exchangeRaw(
  port: number,
  parts: readonly (string | Buffer)[],
  answers = Number.POSITIVE_INFINITY,
): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    const finish = () => {
      socket.destroy()
      resolve(readAnswers(Buffer.concat(chunks).toString('utf8')))
    }
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      if (readAnswers(Buffer.concat(chunks).toString('utf8')).length >= answers) finish()
    })
    socket.on('end', finish)
    socket.on('close', finish)
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? finish() : reject(error),
    )
    for (const part of parts) socket.write(part)
  })
}

/** The whole ones at the beginning of the text. */
export function readAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = Buffer.from(text)
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return answers
    const [line = '', ...lines] = rest.subarray(0, end).toString().split('\r\n')
    const headers = Object.fromEntries(
      lines.map((header) => [
        header.slice(0, header.indexOf(':')).toLowerCase(),
        header.slice(header.indexOf(':') + 1).trim(),
      ]),
    )
    const length = Number(headers['content-length'] ?? 0)
    const body = rest.subarray(end + 4, end + 4 + length)
    if (body.length < length) return answers
    answers.push({ status: Number(line.split(' ')[1]), headers, body: body.toString() })
    rest = rest.subarray(end + 4 + length)
  }
}
