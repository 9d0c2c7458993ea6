/** How a word sounds: the Cologne phonetics, made for German names. */

/**
 * The Cologne code of a folded word, digits only, '' where nothing sounds.
 *
 * Rules: H. J. Postel, "Die Kölner Phonetik", IBM-Nachrichten 19 (1969), 925-931. Folded umlauts (`ae`) are two vowels there, which
 * makes no difference: vowels count at the start of the word only. Letters outside a-z are silent.
 */
export function soundOf(foldedWord: string): string {
  let code = ''
  let last = ''
  const word = foldedWord.replace(/[^a-z]/g, '')
  for (let i = 0; i < word.length; i++) {
    const digits = codeOf(word[i]!, word[i - 1] ?? '', word[i + 1] ?? '')
    for (const digit of digits) {
      if (digit !== last) code += digit
      last = digit
    }
    // h is silent and does not keep two equal codes apart; everything else does.
  }
  return code.charAt(0) + code.slice(1).replaceAll('0', '')
}

/** Codes that do not depend on the neighbours. */
const PLAIN: Readonly<Record<string, string>> = {
  a: '0',
  e: '0',
  i: '0',
  j: '0',
  o: '0',
  u: '0',
  y: '0',
  b: '1',
  f: '3',
  v: '3',
  w: '3',
  g: '4',
  k: '4',
  q: '4',
  l: '5',
  m: '6',
  n: '6',
  r: '7',
  s: '8',
  z: '8',
}

function codeOf(letter: string, before: string, after: string): string {
  switch (letter) {
    case 'h':
      return ''
    case 'p':
      return after === 'h' ? '3' : '1'
    case 'd':
    case 't':
      return after !== '' && 'csz'.includes(after) ? '8' : '2'
    case 'x':
      return before !== '' && 'ckq'.includes(before) ? '8' : '48'
    case 'c':
      return codeOfC(before, after)
    default:
      return PLAIN[letter]!
  }
}

function codeOfC(before: string, after: string): string {
  if (after === '') return '8'
  if (before === '') return 'ahkloqrux'.includes(after) ? '4' : '8'
  if ('sz'.includes(before)) return '8'
  return 'ahkoqux'.includes(after) ? '4' : '8'
}
