/** Downloads files of sources: conditional and resumed requests, checksums, limits. */
import { closeSync, constants, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isChecksum } from '../../core/sources/source.ts'
import { type Download, DownloadFault, type DownloadRequest } from '../../core/sources/source-files.ts'
import type { OutboundGuard } from '../outbound/outbound-guard.ts'
import { type GetLimits, get, IDLE_MS, type Response } from './http-get.ts'
import { PartialFile, type Resumable, type Validators } from './partial-file.ts'

/** Maximum size of a download, in bytes. The largest known file, GLEIF's golden copy, has 1 GiB. */
export const DOWNLOAD_BYTES_MAX = 16 * 1024 ** 3
/** Maximum size of a file with a checksum, in bytes. */
export const CHECKSUM_BYTES_MAX = 65_536
/** Number of times that a connection which ends early is continued in one run. */
export const CONTINUES_MAX = 5
/** Delay before a download is continued, in ms; it doubles each time. */
const CONTINUE_MS = 1000
const CONTENT_RANGE = /^bytes (\d+)-(\d+)\/(\d+)$/
/** Longest time of one download, in ms. */
const DOWNLOAD_MS_MAX = 6 * 3_600_000
const FOLDER_MODE = 0o700
/** Continues a part that `PartialFile` created, and no link in its place. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0)
const NAME_CHARS_MAX = 100

/** What a download needs. Tests shorten the limits. */
export interface DownloadNeeds {
  readonly guard: OutboundGuard
  /** Folder of the downloads. */
  readonly folder: string
  readonly userAgent: string
  readonly bytesMax?: number
  readonly idleMs?: number
  readonly wait?: (ms: number) => Promise<unknown>
  /** Ends the download when the server stops. */
  readonly stop?: AbortSignal
}

/**
 * Downloads a file and gives it its name when it is complete and checked. An interrupted download is
 * continued, also by a later call.
 *
 * @throws {DownloadFault} with a sentence if it fails.
 */
export async function download(needs: DownloadNeeds, request: DownloadRequest): Promise<Download> {
  mkdirSync(needs.folder, { recursive: true, mode: FOLDER_MODE })
  const part = new PartialFile(join(needs.folder, `${request.id}.part`))
  const limit = AbortSignal.timeout(DOWNLOAD_MS_MAX)
  const signal = needs.stop === undefined ? limit : AbortSignal.any([limit, needs.stop])
  const limits: GetLimits = { idleMs: needs.idleMs ?? IDLE_MS, signal }
  try {
    const received = await receive(needs, request, part, limits)
    if (received === undefined) return { kind: 'unchanged' }
    await verify(needs, request, part, limits)
    return { kind: 'file', path: complete(needs, request, part, received.url), ...received.validators }
  } catch (error) {
    throw error instanceof DownloadFault ? error : faultOf(error, request.address)
  }
}

interface Received {
  readonly url: URL
  readonly validators: Validators
}

/** Receives all bytes; returns `undefined` if the file has not changed. */
async function receive(
  needs: DownloadNeeds,
  request: DownloadRequest,
  part: PartialFile,
  limits: GetLimits,
): Promise<Received | undefined> {
  const wait = needs.wait ?? ((ms: number) => sleep(ms, undefined, { signal: limits.signal }))
  for (let continues = 0; ; continues++) {
    try {
      return await receiveOnce(needs, request, part, limits)
    } catch (error) {
      const isOver = error instanceof DownloadFault || isDiskError(error) || limits.signal.aborted
      if (isOver || continues >= CONTINUES_MAX || !part.isBegun(request.address)) throw error
    }
    await wait(CONTINUE_MS * 2 ** continues)
  }
}

async function receiveOnce(
  needs: DownloadNeeds,
  request: DownloadRequest,
  part: PartialFile,
  limits: GetLimits,
): Promise<Received | undefined> {
  const response = await openResponse(needs, request, part, limits)
  if (response === undefined) return undefined
  await write(needs.bytesMax ?? DOWNLOAD_BYTES_MAX, response, part)
  return { url: response.url, validators: part.validators() ?? validatorsOf(response.message) }
}

/** Sends the request; returns `undefined` if the file has not changed. Begins the part if it is a new file. */
async function openResponse(
  needs: DownloadNeeds,
  request: DownloadRequest,
  part: PartialFile,
  limits: GetLimits,
): Promise<Response | undefined> {
  const resumed = part.resumable(request.address)
  const headers = {
    'user-agent': needs.userAgent,
    'accept-encoding': 'identity',
    ...(resumed === undefined ? conditionsOf(request) : rangeOf(resumed)),
  }
  const response = await get(needs.guard, request.address, headers, limits)
  const { message } = response
  const { statusCode = 0 } = message
  if (statusCode === 206 && resumed !== undefined && isRest(message, resumed)) return response
  if (statusCode === 200) {
    part.begin(request.address, validatorsOf(message))
    return response
  }
  message.destroy()
  if (statusCode === 304 && resumed === undefined) return undefined
  if (resumed === undefined)
    throw new DownloadFault(`${response.url.origin} answered with status ${statusCode}.`)
  // The range is not there any more, or the server answers with another one.
  part.remove()
  return openResponse(needs, request, part, limits)
}

function conditionsOf({ etag, lastModified }: DownloadRequest) {
  if (etag !== '') return { 'if-none-match': etag }
  return lastModified === '' ? {} : { 'if-modified-since': lastModified }
}

function rangeOf({ bytes, ifRange }: Resumable) {
  return { range: `bytes=${bytes}-`, 'if-range': ifRange }
}

/**
 * Returns whether a response contains all bytes that are missing, of the same version: some servers ignore `If-Range`. The
 * validator that was asked for must be there, as both parts must have it to be joined (RFC 9110, 15.3.7.3).
 */
function isRest(message: IncomingMessage, { bytes, ifRange, etag, lastModified }: Resumable): boolean {
  const [, from, last, total] = CONTENT_RANGE.exec(message.headers['content-range'] ?? '') ?? []
  const sent = validatorsOf(message)
  const isWhole = Number(from) === bytes && Number(last) + 1 === Number(total)
  const isSame = ['', etag].includes(sent.etag) && ['', lastModified].includes(sent.lastModified)
  return isWhole && isSame && [sent.etag, sent.lastModified].includes(ifRange)
}

function validatorsOf({ headers }: IncomingMessage): Validators {
  return { etag: headers.etag ?? '', lastModified: headers['last-modified'] ?? '' }
}

/** Appends the body to the part. */
async function write(bytesMax: number, { message }: Response, part: PartialFile): Promise<void> {
  const start = part.bytes()
  const length = Number(message.headers['content-length'] ?? 0)
  const file = await open(part.path, APPEND)
  let bytes = start
  try {
    if (start + length > bytesMax) throw tooLarge(bytesMax)
    for await (const chunk of message as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > bytesMax) throw tooLarge(bytesMax)
      await file.writeFile(chunk)
    }
    await file.sync()
  } catch (error) {
    message.destroy()
    if (error instanceof DownloadFault) part.remove()
    throw error
  } finally {
    await file.close()
  }
}

function tooLarge(bytesMax: number): DownloadFault {
  return new DownloadFault(`The file is larger than ${bytesMax.toLocaleString('en')} bytes.`)
}

/**
 * Compares the checksum.
 *
 * @throws {DownloadFault} if it differs; the download then begins anew.
 */
async function verify(
  needs: DownloadNeeds,
  { sha256, address }: DownloadRequest,
  part: PartialFile,
  limits: GetLimits,
): Promise<void> {
  if (sha256 === null) return
  const expected = isChecksum(sha256) ? sha256 : await checksumAt(needs, sha256, address, limits)
  const actual = await part.sha256()
  if (actual === expected) return
  part.remove()
  throw new DownloadFault(`The checksum is wrong: SHA-256 ${actual} instead of ${expected}.`)
}

/** Reads the checksum of a file from an address: that of the line with its name, or the only one. */
async function checksumAt(
  needs: DownloadNeeds,
  sidecar: string,
  address: string,
  limits: GetLimits,
): Promise<string> {
  const { message, url } = await get(needs.guard, sidecar, { 'user-agent': needs.userAgent }, limits)
  if (message.statusCode !== 200) {
    message.destroy()
    throw new DownloadFault(`${url.origin} answered with status ${message.statusCode} for the checksum.`)
  }
  let text = ''
  for await (const chunk of message.setEncoding('latin1')) {
    text += chunk
    if (text.length > CHECKSUM_BYTES_MAX) throw new DownloadFault('The file with the checksum is too large.')
  }
  const name = decodeURIComponent(new URL(address).pathname.split('/').at(-1)!)
  const lines = text.split('\n').filter((line) => /^[0-9a-fA-F]{64}\b/.test(line))
  const line =
    lines.find((each) => each.trimEnd().endsWith(name)) ?? (lines.length === 1 ? lines[0] : undefined)
  if (line === undefined) throw new DownloadFault('The address of the checksum contains none for this file.')
  return line.slice(0, 64).toLowerCase()
}

/** Gives the file its name when its bytes are on the disk. */
function complete({ folder }: DownloadNeeds, { id }: DownloadRequest, part: PartialFile, url: URL): string {
  const name = (url.pathname.split('/').at(-1) ?? '').replaceAll(/[^A-Za-z0-9._-]/g, '_')
  const own = join(folder, id)
  rmSync(own, { recursive: true, force: true })
  mkdirSync(own, { mode: FOLDER_MODE })
  // Never `.` or `..`, and no hidden file.
  const path = join(own, `file-${name.slice(-NAME_CHARS_MAX)}`)
  renameSync(part.path, path)
  part.removeNote()
  const handle = openSync(own, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  return path
}

function isDiskError(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO'].includes((error as NodeJS.ErrnoException).code ?? '')
}

/** Converts an error of the connection or of the disk. */
function faultOf(error: unknown, address: string): DownloadFault {
  const { origin } = new URL(address)
  const why = error instanceof Error ? error.message : String(error)
  const place = isDiskError(error) ? 'The download could not be stored' : `${origin} could not be read`
  return new DownloadFault(`${place}: ${why}.`)
}
