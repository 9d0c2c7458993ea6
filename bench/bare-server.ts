/**
 * The bare server that `bench/http.ts` compares with: reads and parses the POST body and sends the bytes for
 * its name; several threads on one port, as the service has.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { ListenOptions } from 'node:net'
import { isMainThread, Worker } from 'node:worker_threads'

const [answersFile, port, threads = '1'] = process.argv.slice(2) as [string, string, string?]

if (isMainThread && Number(threads) > 1) {
  for (let i = 0; i < Number(threads); i++) new Worker(import.meta.filename, { argv: process.argv.slice(2) })
} else serve()

function serve(): void {
  const read = JSON.parse(readFileSync(answersFile, 'utf8')) as Record<string, string>
  const answers = new Map(Object.entries(read).map(([name, json]) => [name, Buffer.from(json)]))
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const bytes = text === '' ? Buffer.from('[]') : answers.get((JSON.parse(text) as { name: string }).name)
      response.writeHead(200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': bytes?.length ?? 0,
      })
      response.end(bytes)
    })
  })
  const options: ListenOptions = { port: Number(port), host: '127.0.0.1', reusePort: Number(threads) > 1 }
  server.listen(options)
}
