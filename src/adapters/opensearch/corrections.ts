/** Corrections of a text with one typo, among the words of the index. */
import type { Edited, Suspect, TypedWord } from '../../names/likeness/corrections.ts'
import { likelyCorrections, suspectsAmong } from '../../names/likeness/corrections.ts'
import { readName } from '../../names/reading/read-name.ts'
import { editsAt } from '../../names/text/word-edits.ts'
import { wordId } from './word-document.ts'
import type { IndexWords } from './words.ts'

/** Returns the likeliest corrections. Words count as when the version was filled. */
export async function correctionsOf(index: IndexWords, text: string): Promise<readonly string[]> {
  const name = readName(text.toWellFormed())
  if (name.words.length === 0) return []
  const suspects = suspectsAmong(await typedWords(index, name.words))
  const edits = await Promise.all(suspects.map((suspect) => editsIn(index, suspect)))
  return likelyCorrections(name, edits.flat())
}

async function typedWords(index: IndexWords, words: readonly string[]): Promise<readonly TypedWord[]> {
  const last = words.at(-1) as string
  const ids = words.flatMap((word) => [wordId('word', word), wordId('joined', word)])
  const [beginning] = await Promise.all([index.beginningWith([last]), index.load(ids)])
  return words.map((word, at) => {
    if (at < words.length - 1) {
      const isJoined = index.partsOf(word).length > 0
      return { at, word, isPrefix: false, names: index.countOf(word), isJoined }
    }
    const found = beginning.get(last)
    return { at, word, isPrefix: true, names: found?.names ?? 0, isJoined: found !== undefined }
  })
}

/** Returns the edits of a word, or of a prefix, that occur. */
async function editsIn(index: IndexWords, suspect: Suspect): Promise<readonly Edited[]> {
  const { word, isPrefix, names } = suspect
  // What a prefix without its last letter finds includes what it finds itself.
  const shorter = isPrefix && names === 0 ? [word.slice(0, -1)] : []
  const places = Array.from({ length: word.length + 1 }, (_, at) => at)
  const all = [...new Set([...shorter, ...places.flatMap((at) => editsAt(word, at, isPrefix))])]
  const counts = isPrefix ? await prefixCounts(index, all) : await wordCounts(index, all)
  return all.flatMap((edited) => {
    const found = counts.get(edited) ?? 0
    return found === 0 ? [] : [{ suspect, edited, names: found }]
  })
}

async function wordCounts(index: IndexWords, words: readonly string[]): Promise<ReadonlyMap<string, number>> {
  await index.load(words.map((word) => wordId('word', word)))
  return new Map(words.map((word) => [word, index.countOf(word)]))
}

async function prefixCounts(
  index: IndexWords,
  texts: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await index.beginningWith(texts)
  return new Map(Array.from(found, ([text, { names }]) => [text, names]))
}
