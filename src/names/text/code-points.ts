/** Lengths of texts as people count them. */

/** Returns the number of Unicode code points; a lone surrogate counts as one. */
export function countCodePoints(text: string): number {
  let count = text.length
  for (let i = 1; i < text.length; i++) {
    const isLow = (text.charCodeAt(i) & 0xfc00) === 0xdc00
    if (isLow && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800) count--
  }
  return count
}
