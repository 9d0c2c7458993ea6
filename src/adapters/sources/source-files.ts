/** The files of sources on this machine: watched folders and downloads. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../core/ports.ts'
import type { OutboundRule } from '../../core/sources/outbound.ts'
import type { SourceFiles } from '../../core/sources/source-files.ts'
import { download } from './download.ts'
import { Inboxes } from './inbox.ts'
import { OutboundGuard } from './outbound-guard.ts'
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
}

/** Returns the port to the files of sources. No folder is created yet. */
export function openSourceFiles(options: SourceFilesOptions): SourceFiles {
  const { downloads, clock, allowed, userAgent, stop } = options
  const inboxes = new Inboxes(options.inbox, clock)
  const needs = { guard: new OutboundGuard(allowed), folder: downloads, userAgent, stop }
  return {
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
