/**
 * Writes announcements that are given as TSV in the JSON form of https://github.com/coezbek/registerbekanntmachungen, with texts of
 * usual length in place of the real ones:
 *
 *     node bench/corpus/announcements-json.ts <announcements.tsv.gz> <JSON file>
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** What follows the facts in `details`. */
const TEXT =
  'Als nicht eingetragen wird bekanntgemacht:\nDen Gläubigern der beteiligten Rechtsträger ist, wenn sie binnen sechs Monaten nach dem Tag der Bekanntmachung ihren Anspruch nach Grund und Höhe schriftlich anmelden, Sicherheit zu leisten, soweit sie nicht Befriedigung verlangen können. '

const [from, to] = process.argv.slice(2)
if (from === undefined || to === undefined)
  throw new Error('usage: node bench/corpus/announcements-json.ts <announcements.tsv.gz> <JSON file>')
const [header = '', ...lines] = gunzipSync(readFileSync(from)).toString().trim().split('\n')
const columns = header.split('\t')
const announcements = lines.map((line) => {
  const cells = line.split('\t')
  return announcementOf(Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ''])))
})
writeFileSync(to, JSON.stringify({ announcements }, undefined, 1))

function announcementOf(row: Readonly<Record<string, string>>) {
  const number = [row.register_type, row.register_number, row.number_suffix]
    .filter((part) => part !== '')
    .join(' ')
  const place = `${row.state} Amtsgericht ${row.court} ${number}`
  return {
    date: row.announcement_date,
    original_text: `${row.type}\n${place}\n${row.company_name} – ${row.seat}`,
    type: row.type,
    state: row.state,
    amtsgericht: `Amtsgericht ${row.court}`,
    ...(row.former_court !== '' && { former_amtsgericht: row.former_court }),
    registernummer: number,
    registerart: row.register_type,
    company_name: row.company_name,
    company_seat: row.seat,
    details: `${place}\n${row.company_name}\n${row.legal_form}\n${row.seat}\n\n${TEXT.repeat(2)}`,
  }
}
