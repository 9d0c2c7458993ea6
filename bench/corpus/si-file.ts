/**
 * Writes a document with many messages of XJustiz SI, each the synthetic one under another number and name:
 *
 *     node bench/corpus/si-file.ts <messages> > si.xml
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const SAMPLE = join(import.meta.dirname, '../../test/fixtures/registers/si.xml')
const MESSAGES_AT_ONCE = 100

const count = Number(process.argv[2])
if (!(count > 0)) throw new Error('usage: node bench/corpus/si-file.ts <messages>')
const text = readFileSync(SAMPLE, 'utf8')
const message = text.slice(text.indexOf('<tns:nachricht.reg'))
process.stdout.write('<?xml version="1.0" encoding="UTF-8"?>\n<messages>\n')
for (let from = 1; from <= count; from += MESSAGES_AT_ONCE) {
  const length = Math.min(MESSAGES_AT_ONCE, count - from + 1)
  const messages = Array.from({ length }, (_, i) => messageOf(from + i))
  if (!process.stdout.write(messages.join(''))) await once(process.stdout, 'drain')
}
process.stdout.write('</messages>\n')

function messageOf(number: number): string {
  return message
    .replaceAll('900001', String(number))
    .replaceAll('Beispielwerke', `Beispielwerke ${number.toString(36)}`)
}
