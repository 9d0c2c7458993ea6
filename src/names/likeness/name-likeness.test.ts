import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { LikenessScore } from '../ranking/likeness-score.ts'
import { readName } from '../reading/read-name.ts'
import { joinedLikeness, splitLikeness } from './compound-splits.ts'
import { likenessWithExpansions } from './expansions.ts'
import { nameLikeness } from './name-likeness.ts'
import { initialsOf, isComparable, LIKENESS_WORDS_MAX, nameQuery } from './name-query.ts'
import { isFormTypo, isMisspeltForm, wordWeight } from './word-weight.ts'

const NAMES = 20_000
/** Names that hold a word; every other word is in four names. */
const COUNTS: Readonly<Record<string, number>> = {
  und: 4000,
  bau: 800,
  berlin: 900,
  service: 900,
  mueller: 900,
}
const weightOf = (word: string) => wordWeight(word, COUNTS[word] ?? 4, NAMES)

function like(query: string, registered: string, seat: readonly string[] = []): LikenessScore | undefined {
  const [queryName, name] = [readName(query), readName(registered)]
  const words = nameQuery(queryName, queryName.words.map(weightOf), {
    names: NAMES,
    isSeat: (words) => words === 'berlin' || words === 'b',
  })
  const candidate = {
    words: name.words,
    weights: name.words.map(weightOf),
    seat,
    hasForm: name.form !== undefined,
    isOtherForm: queryName.form !== undefined && queryName.form !== name.form,
    isFormer: false,
    mayHaveSimilarLetters: () => true,
    mayHaveSameLetters: true,
  }
  return nameLikeness(words, candidate, {
    likenessAt: (i, j) => likenessWithExpansions(queryName.words[i] as string, name.words[j] as string, true),
    joinedAt: (from, to, j) => joinedLikeness(queryName.words.slice(from, to), name.words[j] as string, true),
    splitAt: (i, from, to) => splitLikeness(queryName.words[i] as string, name.words.slice(from, to), true),
  })
}

test('the whole name with up to two edits, or with other spaces, has 75 to 89 and the reasons', () => {
  const examples: readonly (readonly [string, string, string])[] = [
    ['Zandre Logistik GmbH', 'Zander Logistik GmbH', 'slip'],
    ['Zandr Logstik', 'Zander Logistik', 'slip'],
    ['Metall bau Zander', 'Metallbau Zander', 'joined_words'],
    ['Metallbau Zander', 'Metall Bau Zander', 'joined_words'],
    ['Mülerbau', 'Müller Bau', 'joined_words'],
    ['Metall bua Zander', 'Metallbau Zander', 'joined_words'],
    ['Müllerservcie', 'Müller Service', 'joined_words'],
    ['Kunststofftechnik Zander', 'Kunststoff & Technik Zander', 'joined_words'],
    ['Kunststoff & Technik Zander', 'Kunststofftechnik Zander', 'joined_words'],
    ['P E M A GmbH', 'PEMA GmbH', 'joined_words'],
    ['PEMA', 'P E M A GmbH', 'joined_words'],
    ['Muller Backer', 'Müller Bäcker', 'slip'],
  ]
  for (const [query, name, reason] of examples) {
    const found = like(query, name)
    assert.equal(found?.kind, 'spelling', query)
    assert.ok(found.score >= 75 && found.score <= 89, `${query}: ${found.score}`)
    assert.ok(found.reasons.includes(reason as 'slip'), query)
  }
})

test('a name of the same sound is scored by its edits if all letters are near: fewer edits come first', () => {
  for (const [query, nearer, farther] of [
    ['Hotum GmbH', 'Hortum GmbH', 'Hetmüe GmbH'],
    ['Scahtz GmbH', 'Schatz GmbH', 'Schütz GmbH'],
    ['Datacsoe GmbH', 'Datascoe GmbH', 'Detasco GmbH'],
  ] as const) {
    const scores = [nearer, farther].map((name) => like(query, name)?.score ?? 0) as [number, number]
    assert.ok(scores[0] > scores[1], `${query}: ${scores}`)
  }
})

test('more edits, another number, only the sound, or words added or missing stay below 75', () => {
  for (const [query, name] of [
    ['Zandre Logstk Berln', 'Zander Logistik Berlin'],
    ['Konti 53', 'Konti 54'],
    ['Zander Logistik Konstanz', 'Zander Logistik'],
    ['Zandre Logistik', 'Zander Logistik Nord'],
    ['Logistik Zandre', 'Zander Logistik'],
    ['BMW', 'Bayerische Motoren Werke'],
    ['Gebro Zander', 'Gebr. Zander'],
    ['Zander Nacht', 'Zander Nachf.'],
  ] as const) {
    const found = like(query, name)
    assert.equal(found?.kind, 'partial', query)
    assert.ok(found.score >= 50 && found.score < 75, `${query}: ${found.score}`)
  }
})

test('a name that shares too little, or contains all words unchanged, has no likeness', () => {
  assert.equal(like('Zander', 'Peters'), undefined)
  assert.equal(like('Müller Zander und Peters Logistik', 'Müller Dachbau'), undefined)
  assert.equal(like('Logistik Zander', 'Zander Logistik'), undefined)
  assert.equal(like('ab', 'abc'), undefined)
})

test('a place of the query that neither the name nor the seat has lowers the score, but not beside all words of a name', () => {
  const score = (query: string, name: string, seat: readonly string[] = []) => like(query, name, seat)?.score
  // `Service` weighs as much as `Berlin`, and no other word here has a part of either.
  const [place, word] = ['Zander Metallbau Berlin', 'Zander Metallbau Service']
  assert.ok(score(place, 'Zander Holzbau')! < score(word, 'Zander Holzbau')!)
  assert.ok(score(place, 'Zander Holzbau', ['berlin'])! > score(word, 'Zander Holzbau', ['berlin'])!)
  assert.equal(score(place, 'Zander Berlin'), score(word, 'Zander Service'))
  assert.equal(score(place, 'Zandre Metallbau'), score(word, 'Zandre Metallbau'))
  // A seat of one letter is a mistake of a register.
  assert.equal(score('Zander Metallbau B', 'Zander Holzbau'), score('Zander Metallbau C', 'Zander Holzbau'))
})

test('fewer edits, cheaper edits and the same form come first', () => {
  const score = (query: string, name: string) => like(query, name)?.score ?? 0
  assert.ok(score('Zandre Logistik', 'Zander Logistik') > score('Zandre Logstik', 'Zander Logistik'))
  assert.ok(score('Rudolph Zander', 'Rudolf Zander') > score('Rudolt Zander', 'Rudolf Zander'))
  assert.ok(score('Zandre GmbH', 'Zander GmbH') > score('Zandre GmbH', 'Zander KG'))
})

test('an additional word after the name costs less than one before it', () => {
  const behind = like('Zander Logistik Franke', 'Zander Logistik')?.score ?? 0
  assert.ok(behind > (like('Zander Logistik Franke', 'Logistik Franke')?.score ?? 0))
})

test('a name with which the query ends is found after up to six other words', () => {
  const found = like('Rothenburg ob der Tauber A. Zander', 'A. Zander')
  assert.equal(found?.kind, 'related')
  assert.equal(like('Heysn Prill Franke Bau', 'Bau'), undefined, 'too little of the query')
})

test('a name that shares a rare word, or a quarter of the query, is related and has 20 to 49', () => {
  for (const [query, name] of [
    ['Zander Care Gnarrenburg', 'Zander Care Erftstadt'],
    ['eins zwei drei vier fuenf sechs sieben Zander', 'Zander'],
    ['Müller Zander', 'Müller Peters'],
  ] as const) {
    const found = like(query, name)
    assert.equal(found?.kind, 'related', query)
    assert.equal(found.reasons[0], 'shared_words')
    assert.ok(found.score >= 20 && found.score < 50, `${query}: ${found.score}`)
  }
})

test('what shares two words of three comes before a one-word name that the query merely contains', () => {
  const score = (query: string, name: string) => like(query, name)?.score ?? 0
  assert.ok(score('WH Care Gnarrenburg', 'WH Care Erftstadt') > score('WH Care Gnarrenburg', 'WH'))
  assert.ok(score('Zander Wind Energie', 'Zander Solar Energie') > score('Zander Wind Energie', 'Wind'))
})

test('a u among initials may be one of the letters', () => {
  for (const [query, name] of [
    ['F O R U M Wohnbau', 'FORUM Wohnbau'],
    ['W A U Handel', 'W.A.U. Handel'],
    ['J. U. R. A.-tronic', 'JURA-tronic'],
    ['A. R. U. S Bau', 'ARUS Bau'],
  ] as const)
    assert.equal(like(query, name)?.kind, 'spelling', query)
  assert.equal(like('Zander u. Franke', 'Zanderufranke')?.kind, undefined)
  for (const [query, name] of [
    ['C & A', 'CUA'],
    ['A & Bau', 'Aubau'],
  ] as const)
    assert.notEqual(like(query, name)?.kind, 'spelling', query)
})

test('all letters in the same order are the whole name, wherever the spaces are', () => {
  for (const [query, name] of [
    ['Zander Verwaltu ngs', 'Zander Verwaltungs'],
    ['Angelsportverein Ulm', 'Angel Sport Verein Ulm'],
    ['Z a n d e r m ü h l e n Bau', 'Zandermühlen Bau'],
    ['R + V Zander', 'RV Zander'],
    ['RV Zander', 'R + V Zander'],
  ] as const) {
    const found = like(query, name)
    assert.ok(found !== undefined && found.kind === 'spelling' && found.score >= 87, query)
    assert.ok(found.reasons.includes('joined_words'), query)
  }
})

test('all letters are compared in order: initials that change places are no other order of words', () => {
  const found = like('P. und W. Zanderling', 'W. und F. Zanderling')
  assert.equal(found?.kind, 'spelling')
  assert.ok(found.score >= 75 && !found.reasons.includes('word_order'), `${found.score}`)
})

test('a short word instead of initials is a part of the name, if the form is not another one', () => {
  for (const [query, name] of [
    ['G & K Zeitarbeit GmbH', 'GeKo Zeitarbeit GmbH'],
    ['BAMA Formenbau GmbH', 'B. & M. Formenbau GmbH'],
    ['P.I.S.A. Projektgesellschaft', 'P-S-A Projektgesellschaft'],
  ] as const) {
    const found = like(query, name)
    assert.equal(found?.kind, 'partial', query)
    assert.ok(found.score >= 50 && found.score < 60, `${query}: ${found.score}`)
    assert.deepEqual(found.reasons, ['slip', 'joined_words'], query)
  }
  const score = (query: string, name: string) => like(query, name)?.score ?? 0
  assert.ok(score('S&F Logistik', 'HF Logistik') > score('G & K Logistik', 'GeKo Logistik'))
  assert.ok(score('S&F Logistik GmbH', 'HF Logistik KG') < 50)
  assert.equal(like('G & K Zander', 'Geko')?.kind, undefined)
})

test('of names with equally many edits the cheaper ones come first', () => {
  const score = (query: string, name: string) => like(query, name)?.score ?? 0
  assert.equal(like('Bäcker Muller', 'Müller Bäcker')?.kind, 'spelling')
  assert.ok(score('KSB Datentechnik', 'BSK Datentechnik') > score('KSB Datentechnik', 'MB Datentechnik'))
  assert.ok(score('AR Datentechnik', 'Anro Datentechnik') > score('AR Datentechnik', 'SW Datentechnik'))
})

test('a digit before letters may be a misread letter, any other digit is another company', () => {
  assert.equal(like('Zander C0nsulting', 'Zander Consulting')?.kind, 'spelling')
  assert.equal(like('Zander Fonds2', 'Zander Fonds3')?.kind, 'partial')
})

test('one badly misspelt word among others scores higher than a name that the query begins with', () => {
  const whole = like('Zander Heizung Onh Peters', 'Zander Heizung Inhaber Peters')?.score ?? 0
  assert.ok(whole > (like('Zander Heizung Onh Peters', 'Zander')?.score ?? 0))
})

test('a name that has the owner of a sign is related, before names that share a word of the sign', () => {
  const sign = 'Zander Heizung Inh. Karl Peters'
  const owner = like(sign, 'Karl Peters e.K.')
  assert.equal(owner?.kind, 'related')
  assert.ok((owner?.score ?? 0) > (like(sign, 'Heizung Schulz')?.score ?? 0))
  assert.ok((owner?.score ?? 0) < (like(sign, 'Zander Heizung Inhaber Schulz')?.score ?? 0))
  for (const [query, name] of [
    [sign, 'Karl Peters Bau'],
    [sign, 'Bau Inh. Karl Peters'],
    ['Zander Heizung Inh. Karl Peters Berlin', 'Karl Peters'],
    // Six words behind the sign may be the owner's.
    ['Zander Heizung Inh. Berlin Berlin Berlin Berlin Karl Peters', 'Karl Peters Bau'],
  ] as const)
    assert.equal(like(query, name)?.score, owner?.score, `${query}: ${name}`)
  for (const [query, name] of [
    [sign, 'Peters Karl'],
    ['Zander Heizung Inh. Berlin Berlin Berlin Berlin Berlin Karl Peters', 'Karl Peters Bau'],
    ['Zander Heizung Inh. Peters', 'Peters'],
    ['Inhaber Karl Peters', 'Karl Peters'],
    // Other people are called so, too.
    ['Zander Heizung Inh. Berlin Müller', 'Berlin Müller'],
  ] as const)
    assert.notEqual(like(query, name)?.score, owner?.score, query)
})

test('a place beside the whole name takes less away than another word of the same weight', () => {
  const score = (query: string) => like(query, 'Kellner')?.score ?? 0
  assert.ok(score('Kellner Berlin') > score('Kellner Service'))
  assert.equal(
    score('Kellner Berlin Service'),
    score('Kellner Service Berlin'),
    'not the whole rest is a place',
  )
})

test('the seat matches a word of the query, and the reason says so', () => {
  assert.deepEqual(like('Zandre Logistik Ulm', 'Zander Logistik', ['ulm'])?.reasons, ['slip', 'seat'])
})

test('typos of a form do not count, but the words of forms and names do', () => {
  for (const word of ['gmbi', 'snbh', 'gnbh', 'bechraenkter', 'hafung']) assert.ok(isMisspeltForm(word), word)
  for (const word of ['gmbh', 'mbh', 'gesellschaft', 'haus', 'bau', 'mba'])
    assert.ok(!isMisspeltForm(word), word)
  assert.ok(isFormTypo(['a', 'verein', 'ef'], 2, false))
  assert.ok(!isFormTypo(['a', 'verein', 'ef'], 2, true))
  assert.ok(isFormTypo(['verein', 'ef'], 1, false))
  assert.ok(!isFormTypo(['ef'], 0, false))
})

test(`queries of three letters and more, and of up to ${LIKENESS_WORDS_MAX} words, are compared`, () => {
  assert.deepEqual([['ab'], ['a', 'b'], ['abc'], ['a', 'bc']].map(isComparable), [false, false, true, true])
  const words = Array<string>(LIKENESS_WORDS_MAX).fill('a')
  assert.deepEqual([isComparable(words), isComparable([...words, 'a'])], [true, false])
})

test('initials match three to eight words', () => {
  assert.deepEqual(
    [2, 3, 8, 9].map((count) => initialsOf(Array<string>(count).fill('ab')).length),
    [0, 3, 8, 0],
  )
})

test('any two texts can be compared, and similar ones have 20 to 89', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (query, name) => {
      const found = like(query.toWellFormed(), name.toWellFormed())
      assert.ok(found === undefined || (found.score >= 20 && found.score <= 89))
    }),
  )
})
