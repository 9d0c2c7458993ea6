/** Views the section of term weights as the 32-bit floats that it holds. */
export function weightsOf(wordWeights: Uint32Array): Float32Array {
  return new Float32Array(wordWeights.buffer, wordWeights.byteOffset, wordWeights.length)
}
