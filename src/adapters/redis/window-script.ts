/**
 * The sliding windows of `adapters/shared-memory/window-ring.ts` as a Lua script for Redis or Valkey: 64 slots
 * of 1/63 of the window, each with the time of its last count and the amount, which counts in full while that
 * time is younger than the window. The script counts or gives back on all meters of a key at once. Redis runs
 * one script after another, so no other node counts in between.
 *
 * A meter is one value: the times and amounts of the slots that still count, oldest first, packed as
 * MessagePack. The time is that of the Redis server, so nodes need not agree on it.
 */
import { TENTHS } from '../../core/access/limits.ts'

/** The slots of a window besides the current one. */
const SLOTS = 63
/**
 * Time in ms for which Redis keeps a meter longer than its window. Redis expires by its wall clock, so a clock
 * that is set forward by less than this does not make it forget.
 */
const KEEP_MS = 60_000

/**
 * The script. KEYS: the meters. ARGV: the time in µs, or nothing for the clock of the server; `ask` or `give`;
 * the time of the count that is given back; then for each meter its quota in tenths, its window in µs, the
 * tenths that are asked, and those that are given back: by `give`, or by `ask` if a meter has no room.
 *
 * It returns 1 or 0 (accepted), the time in µs, then for each meter: the used tenths, the time until more is
 * available, and the time until the tenths fit that were asked and did not (else 0), in µs.
 */
export const WINDOW_SCRIPT = `
local time = redis.call('TIME')
local now = ARGV[1] == '' and time[1] * 1000000 + time[2] or tonumber(ARGV[1])
local counted_at = tonumber(ARGV[3])

-- The clock of the server may be set back, or a replica with another clock may take over. Time stands still
-- then until it has caught up; counts further ahead than their window are of no use and are dropped.
local function load(i)
  local packed = redis.call('GET', KEYS[i])
  local at = 4 * i
  local meter = {
    quota = tonumber(ARGV[at]),
    window = tonumber(ARGV[at + 1]),
    asked = tonumber(ARGV[at + 2]),
    given = tonumber(ARGV[at + 3]),
    cells = packed and cmsgpack.unpack(packed) or {},
  }
  local last = meter.cells[#meter.cells - 1]
  if last and last - now > meter.window then
    meter.cells = {}
  elseif last and last > now then
    now = last
  end
  return meter
end

local function save(i, meter)
  local ms = math.ceil(meter.window / 1000) + ${KEEP_MS}
  redis.call('SET', KEYS[i], cmsgpack.pack(meter.cells), 'PX', ms)
end

local function used(meter)
  local sum = 0
  for c = 1, #meter.cells, 2 do
    if meter.cells[c] > now - meter.window then sum = sum + meter.cells[c + 1] end
  end
  return sum
end

-- Time until at least this amount of what counts now has expired.
local function free(meter, amount)
  local since, freed = now - meter.window, 0
  if amount <= 0 then return 0 end
  for c = 1, #meter.cells, 2 do
    if meter.cells[c] > since and meter.cells[c + 1] > 0 then
      freed = freed + meter.cells[c + 1]
      if freed >= amount then return meter.cells[c] - since end
    end
  end
  return freed > 0 and meter.window or 0
end

local function slot(meter, at)
  return math.floor(at / math.ceil(meter.window / ${SLOTS}))
end

local function count(meter)
  local cells = {}
  for c = 1, #meter.cells, 2 do
    if meter.cells[c] > now - meter.window then
      cells[#cells + 1] = meter.cells[c]
      cells[#cells + 1] = meter.cells[c + 1]
    end
  end
  local last = #cells - 1
  if last > 0 and slot(meter, cells[last]) == slot(meter, now) then
    cells[last] = now
    cells[last + 1] = cells[last + 1] + meter.asked
  else
    cells[#cells + 1] = now
    cells[#cells + 1] = meter.asked
  end
  meter.cells = cells
end

local function give_back(meter)
  for c = 1, #meter.cells, 2 do
    if slot(meter, meter.cells[c]) == slot(meter, counted_at) then
      meter.cells[c + 1] = math.max(0, meter.cells[c + 1] - meter.given)
      return true
    end
  end
end

local meters = {}
for i = 1, #KEYS do meters[i] = load(i) end

local accepted = 1
for _, meter in ipairs(meters) do
  meter.short = meter.asked > 0 and used(meter) + meter.asked - meter.quota or 0
  if meter.short > 0 then accepted = 0 end
end

for i, meter in ipairs(meters) do
  if ARGV[2] == 'ask' and accepted == 1 then
    if meter.asked > 0 then
      count(meter)
      save(i, meter)
    end
  elseif meter.given > 0 and give_back(meter) then
    save(i, meter)
  end
end

local answer = { accepted, now }
for _, meter in ipairs(meters) do
  answer[#answer + 1] = used(meter)
  answer[#answer + 1] = free(meter, 1)
  -- What was given back is not waited for.
  answer[#answer + 1] = meter.asked > meter.quota and meter.window or free(meter, meter.short)
end
return answer
`

/** A meter in one call of the script. */
export interface MeterCall {
  readonly name: string
  readonly quotaTenths: number
  readonly windowUs: number
  readonly askedTenths: number
  readonly givenTenths: number
}

/** What the script does: count what is asked if all of it fits, or only give back. */
export type ScriptStep = 'ask' | 'give'

/** Returns the arguments of the script; without `nowUs` it uses the clock of the server. */
export function scriptArguments(
  step: ScriptStep,
  meters: readonly MeterCall[],
  countedAt: number,
  nowUs: number | undefined,
): readonly string[] {
  const ofMeters = meters.flatMap(({ quotaTenths, windowUs, askedTenths, givenTenths }) => [
    String(quotaTenths),
    String(windowUs),
    String(askedTenths),
    String(givenTenths),
  ])
  return [nowUs === undefined ? '' : String(nowUs), step, String(countedAt), ...ofMeters]
}

/** A call that counts one request on a meter of its own: it shows that the server can do all that is needed. */
export function probeCall() {
  const meter = {
    ...{ name: 'firmensuche:{probe}', quotaTenths: 1e9, windowUs: 1e6 },
    ...{ askedTenths: TENTHS, givenTenths: 0 },
  }
  return { keys: [meter.name], args: scriptArguments('ask', [meter], 0, undefined) }
}

/** A meter after one call of the script. */
export interface MeterAnswer {
  readonly usedTenths: number
  readonly moreInUs: number
  /** Time until the asked tenths fit that did not fit; else 0. */
  readonly waitUs: number
}

/** What the script answers. */
export interface ScriptAnswer {
  readonly accepted: boolean
  readonly nowUs: number
  readonly meters: readonly MeterAnswer[]
}

/**
 * Reads the answer of the script for this number of meters.
 *
 * @throws {TypeError} if it is none: the server is no Redis.
 */
export function readAnswer(answer: unknown, meters: number): ScriptAnswer {
  if (!Array.isArray(answer) || answer.length !== 2 + 3 * meters || !answer.every(Number.isSafeInteger)) {
    throw new TypeError('the server for limits gave an answer that is none of the script')
  }
  const [accepted, nowUs, ...cells] = answer as [number, number, ...number[]]
  return {
    accepted: accepted === 1,
    nowUs,
    meters: Array.from({ length: meters }, (_, i) => ({
      usedTenths: cells[3 * i]!,
      moreInUs: cells[3 * i + 1]!,
      waitUs: cells[3 * i + 2]!,
    })),
  }
}
