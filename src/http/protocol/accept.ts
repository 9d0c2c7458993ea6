/** Content negotiation after RFC 9110, section 12: pure readings of `Accept` and its relatives. */

export interface Weighted {
  /** Lower case, without parameters. */
  readonly value: string
  /** 0 to 1; 0 = never. */
  readonly quality: number
}

/** The members of a weighted list; what cannot be read counts as absent. */
export function readWeights(header: string): readonly Weighted[] {
  return header.split(',').flatMap((member) => {
    const [value = '', ...parameters] = member.split(';').map((part) => part.trim().toLowerCase())
    if (value === '') return []
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const quality = weight === undefined ? 1 : Number(weight.slice(2))
    return quality >= 0 && quality <= 1 ? [{ value, quality }] : []
  })
}

/**
 * The media type of `offered` that the client likes best, the first one when it likes several alike;
 * `undefined` when it accepts none of them.
 */
export function chooseMedia(header: string | undefined, offered: readonly string[]): string | undefined {
  if (header === undefined || header === '*/*' || header === offered[0]) return offered[0]
  const ranges = readWeights(header)
  if (ranges.length === 0) return offered[0]
  let best: Weighted | undefined
  for (const value of offered) {
    const quality = qualityOf(value, ranges)
    if (quality > (best?.quality ?? 0)) best = { value, quality }
  }
  return best?.value
}

/** Whether the client names just this media type, and does not rule it out. */
export function namesMedia(header: string | undefined, media: string): boolean {
  if (header === undefined) return false
  return readWeights(header).some(({ value, quality }) => value === media && quality > 0)
}

/** How much the client likes one media type: the most specific range decides. */
export function qualityOf(media: string, ranges: readonly Weighted[]): number {
  const family = `${media.slice(0, media.indexOf('/'))}/*`
  for (const range of [media, family, '*/*']) {
    const found = ranges.find(({ value }) => value === range)
    if (found !== undefined) return found.quality
  }
  return 0
}

/** Whether the answer may be packed with gzip. */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined) return false
  const codings = readWeights(header)
  const found = codings.find(({ value }) => value === 'gzip') ?? codings.find(({ value }) => value === '*')
  return (found?.quality ?? 0) > 0
}
