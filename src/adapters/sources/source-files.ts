/** The files of sources on this machine: watched folders and downloads. */
import { accessSync, constants, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../core/ports.ts'
import type { OutboundRule } from '../../core/sources/outbound.ts'
import { DownloadFault, type SourceFiles } from '../../core/sources/source-files.ts'
import { OutboundGuard } from '../outbound/outbound-guard.ts'
import { download } from './download.ts'
import { Inboxes } from './inbox.ts'
import { PartialFile } from './partial-file.ts'

/** Where the files are, and how downloads are made. */
export interface SourceFilesOptions {
  /** Parent of the watched folders. */
  readonly inbox: string
  readonly downloads: string
  readonly clock: Clock
  readonly allowed: readonly OutboundRule[]
  readonly userAgent: string
  /** Ends downloads. */
  readonly stop: AbortSignal
  /** As in `SourceFiles`. */
  readonly mappingFault: SourceFiles['mappingFault']
}

/** Returns the port to the files of sources. No folder is created yet. */
export function openSourceFiles(options: SourceFilesOptions): SourceFiles {
  const { downloads, clock, allowed, userAgent, stop } = options
  const inboxes = new Inboxes(options.inbox, clock)
  const needs = { guard: new OutboundGuard(allowed), folder: downloads, userAgent, stop }
  return {
    pathFault,
    addressFault: (address) => addressFault(needs.guard, address),
    mappingFault: options.mappingFault,
    inboxPath: (id) => inboxes.path(id),
    openInbox: (id) => inboxes.open(id),
    inboxFiles: (id, onlyStable) => inboxes.files(id, onlyStable),
    settle: (id, path, isGood, report) => inboxes.settle(id, path, isGood, report),
    download: (request) => download(needs, request),
    discard: (path) => rmSync(path, { force: true }),
    forget(id) {
      new PartialFile(join(downloads, `${id}.part`)).remove()
      rmSync(join(downloads, id), { recursive: true, force: true })
    },
  }
}

function addressFault(guard: OutboundGuard, address: string): string | undefined {
  try {
    guard.check(new URL(address))
    return undefined
  } catch (error) {
    if (error instanceof DownloadFault) return error.message
    throw error
  }
}

const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder.',
  ENOTDIR: 'there is no such file or folder.',
  EACCES: 'this user may not read it.',
  EPERM: 'this user may not read it.',
}

function pathFault(path: string): string | undefined {
  try {
    const stats = statSync(path)
    if (!stats.isFile() && !stats.isDirectory()) return `${path} is neither a file nor a folder.`
    accessSync(path, stats.isFile() ? constants.R_OK : constants.R_OK | constants.X_OK)
    return undefined
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    return `${path}: ${SENTENCES[code] ?? message}`
  }
}
