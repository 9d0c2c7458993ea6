/** The bare neighbour of `bench/http.ts`: reads and parses the POST body, sends the bytes that belong to its name. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [answersFile, port] = process.argv.slice(2) as [string, string]
const answers = new Map<string, Buffer>(
  Object.entries(JSON.parse(readFileSync(answersFile, 'utf8')) as Record<string, string>).map(
    ([name, json]) => [name, Buffer.from(json)],
  ),
)

createServer((request, response) => {
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
}).listen(Number(port), '127.0.0.1')
