/** The adapters of the operator's sources. */
import { openSourceFiles } from '../../adapters/sources/source-files.ts'
import type { Config } from '../../config/config.ts'
import type { SourceFiles } from '../../core/sources/source-files.ts'
import { dataFiles } from '../data-folder.ts'
import { clock, secrets } from './system.ts'

const UINT32_VALUES = 2 ** 32

/** Opens the watched folders and downloads of a data folder; `stop` ends downloads. */
export function filesOfSources(
  { dataDir, outboundAllow }: Pick<Config, 'dataDir' | 'outboundAllow'>,
  version: string,
  stop: AbortSignal,
): SourceFiles {
  const { inbox, downloads } = dataFiles(dataDir)
  const userAgent = `firmensuche/${version}`
  const allowed = outboundAllow
  return openSourceFiles({ inbox, downloads, clock, allowed, userAgent, stop, mappingFault })
}

async function mappingFault(path: string): Promise<string | undefined> {
  // Few servers get a source while they run, so that the reader of mappings is loaded at first use.
  const { faultOfMapping } = await import('../../adapters/registers/own-file/read-mapping.ts')
  return faultOfMapping(path)
}

/** Returns a random number from 0 to 1 (exclusive). */
export function randomShare(): number {
  return new DataView(secrets.bytes(4).slice().buffer).getUint32(0) / UINT32_VALUES
}
