/** Content negotiation (RFC 9110, section 12): pure functions that read `Accept` and related headers. */

/** One member of a weighted list, such as `text/html;q=0.8`. */
export interface Weighted {
  /** Lower case, without parameters. */
  readonly value: string
  /** 0 to 1; 0 means not acceptable. */
  readonly quality: number
}

/**
 * Returns the members of a weighted list, in the order sent. A member whose weight is not a number from 0 to
 * 1 is skipped.
 */
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
 * Returns the media type of `offered` that the header prefers; on a tie, the first of them. `undefined` if
 * the header accepts none of them.
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

/** Whether the header contains exactly this media type with a quality above 0; wildcards do not count. */
export function namesMedia(header: string | undefined, media: string): boolean {
  if (header === undefined) return false
  return readWeights(header).some(({ value, quality }) => value === media && quality > 0)
}

/** Returns the quality of one media type. The most specific matching range decides; 0 if none matches. */
export function qualityOf(media: string, ranges: readonly Weighted[]): number {
  const family = `${media.slice(0, media.indexOf('/'))}/*`
  for (const range of [media, family, '*/*']) {
    const found = ranges.find(({ value }) => value === range)
    if (found !== undefined) return found.quality
  }
  return 0
}

/** Whether `Accept-Encoding` allows gzip for the response. */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined) return false
  const codings = readWeights(header)
  const found = codings.find(({ value }) => value === 'gzip') ?? codings.find(({ value }) => value === '*')
  return (found?.quality ?? 0) > 0
}
