import { freeLockOfDead } from './lock.ts'
import { ADDRESS_SET_BYTES, HEADER, METER_BYTES, type SharedBlock } from './shared-block.ts'

/**
 * Frees every lock that the dead thread `owner` holds, so that no thread waits for it for ever. Call it after
 * the thread has ended.
 */
export function freeLocksOfDead(block: SharedBlock, owner: number): void {
  for (let meter = 0; meter < block.int32[HEADER.metersUsed]!; meter++) {
    freeLockOfDead(block.int32, (block.regions.meters + meter * METER_BYTES) / 4, owner)
  }
  for (let set = 0; set < block.addressSets; set++) {
    freeLockOfDead(block.int32, (block.regions.addresses + set * ADDRESS_SET_BYTES) / 4, owner)
    freeLockOfDead(block.int32, (block.regions.visitors + set * ADDRESS_SET_BYTES) / 4, owner)
  }
}
