// The encodings of text files, the usual letters of each encoding, and a measure of how plausible a text is in an
// encoding.

/** Encodings of text files, by their names in the Encoding Standard, in the order in which they are offered. */
export const encodings = [
  'utf-8',
  'windows-1252',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-kr',
  'macintosh',
  'windows-1254',
  'windows-1250',
  'windows-1256',
  'windows-874',
  'windows-1251',
  'windows-1258',
  'utf-16le',
  'utf-16be',
] as const
export type Encoding = (typeof encodings)[number]

/**
 * For single-byte encodings: the letters beyond ASCII that texts usually have. An encoding of several languages can have
 * a pattern for each language. All patterns except the first have a lower weight.
 */
export const usualLetters: Readonly<Partial<Record<Encoding, readonly RegExp[]>>> = {
  // Icelandic has the lower weight: Turkish is more common, and its letters in windows-1254 have the same bytes.
  'windows-1252': [/[ßäöüàâæçéèêëîïôœùûÿáíóúñãõåøìò]/i, /[áðéíóúþæö]/i],
  macintosh: [/[ßäöüàâæçéèêëîïôœùûÿáíóúñãõåøìò]/i],
  // Each language has its own letters: Polish, Czech and Slovak, Hungarian, Romanian, Croatian, German.
  'windows-1250': [/[ąćęłńóśźż]/i, /[áčďéěíňóřšťúůýžôľĺŕä]/i, /[áéíóöőúüű]/i, /[ăâîşţ]/i, /[čćđšž]/i, /[äöüß]/i],
  'windows-1251': [/\p{Script=Cyrillic}/u],
  'windows-1256': [/[\u0621-\u064aپچژگک]/],
  'windows-1254': [/[ğışçöüâîûİ]/i],
  'windows-1258': [/[ăâđêôơưáàéèíóúùý]|\p{M}/iu],
  'windows-874': [/[\u0e01-\u0e2e\u0e30-\u0e39\u0e40-\u0e4d]/],
}
const OTHER_SCRIPT: ReadonlySet<Encoding> = new Set(['windows-1251', 'windows-1256', 'windows-874'])
/** Punctuation that every encoding has. */
const PUNCTUATION = /[\u00a0‘’“”„–—…€«»¿¡·]/
/** Thai vowels and marks in places where no word has them. */
const MISPLACED_THAI = /[\u0e40-\u0e44](?![\u0e01-\u0e2e])|(?<![\u0e01-\u0e4e])[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/

/**
 * How plausible a text is in a single-byte encoding, from -2 to 1. Usual letters make it plausible. Capitals after small
 * letters, signs within words and mixed scripts make it implausible.
 */
export function readability(encoding: Encoding, text: string): number {
  const scores = (usualLetters[encoding] ?? []).map((usual, index) => {
    const score = readabilityByPattern(encoding, text, usual)
    return index === 0 ? score : score * LESS_USUAL
  })
  return Math.max(...scores)
}

/** The weight of all patterns of an encoding except the first. */
const LESS_USUAL = 0.9

function readabilityByPattern(encoding: Encoding, text: string, usual: RegExp): number {
  const hasOtherScript = OTHER_SCRIPT.has(encoding)
  /** The number of characters that make the encoding more plausible. */
  let good = 0
  /** The number of characters that make the encoding less plausible. */
  let bad = 0
  const hasMisplacedThai = encoding === 'windows-874' && MISPLACED_THAI.test(text)
  if (hasMisplacedThai) bad += 1
  for (const { 0: run, index } of text.matchAll(/[\u0080-\uffff]+/g)) {
    const isInWord = /[a-z]/i.test(`${text[index - 1] ?? ''}${text[index + run.length] ?? ''}`)
    // In languages with Latin letters, no whole word and no long part of a word is beyond ASCII.
    const maxLength = isInWord ? 3 : 1
    const isTooLong = run.length > maxLength
    const isImplausibleRun = hasOtherScript ? isInWord : isTooLong
    for (let at = 0; at < run.length; at += 1) {
      const place: Place = {
        before: text.charAt(index + at - 1),
        after: text.charAt(index + at + 1),
        isAlone: run.length === 1,
        isInWord,
        isImplausibleRun,
      }
      const judgement = judge(run.charAt(at), usual, place)
      if (judgement === 'good') good += 1
      if (judgement === 'bad') bad += 1
    }
  }
  const judgedCount = good + bad
  return judgedCount === 0 ? 0 : (good - 2 * bad) / judgedCount
}

/** The place of a character beyond ASCII within a run of such characters. */
interface Place {
  readonly before: string
  readonly after: string
  /** True if the run has no other character. */
  readonly isAlone: boolean
  /** True if the run is next to letters of ASCII. */
  readonly isInWord: boolean
  /** True if no word of the languages has such a run in this place. */
  readonly isImplausibleRun: boolean
}

/** Judges whether a character makes an encoding more plausible (good) or less (bad). */
function judge(character: string, usual: RegExp, place: Place): 'good' | 'bad' | 'neutral' {
  const { before, after, isAlone, isInWord, isImplausibleRun } = place
  const isBetweenLetters = /\p{L}/u.test(before) && /\p{L}/u.test(after)
  if (PUNCTUATION.test(character)) {
    const canBeInWord = character === '’'
    return isBetweenLetters && !canBeInWord ? 'bad' : 'neutral'
  }
  if (!usual.test(character)) {
    const isLoneSign = isAlone && !isBetweenLetters && !/\p{L}/u.test(character)
    return isLoneSign ? 'neutral' : 'bad'
  }
  // A single letter outside a word can be a misread sign: the byte of £ is a letter in other encodings.
  if (isAlone && !isInWord) return 'neutral'
  const isLooseMark = /\p{M}/u.test(character) && !/[\p{L}\p{M}]/u.test(before)
  const isCapitalInWord = /\p{Ll}/u.test(before) && /\p{Lu}/u.test(character)
  return isLooseMark || isCapitalInWord || isImplausibleRun ? 'bad' : 'good'
}

type ByteRange = readonly [firstLead: number, lastLead: number, firstTrail: number, lastTrail: number]

/** For two-byte encodings: the ranges of lead and trail bytes of the most common characters. */
export const commonCharacters: Readonly<Partial<Record<Encoding, readonly ByteRange[]>>> = {
  // Level 1 of GB 2312.
  gb18030: [[0xb0, 0xd7, 0xa1, 0xfe]],
  big5: [
    [0xa4, 0xc6, 0x40, 0x7e],
    [0xa4, 0xc6, 0xa1, 0xfe],
  ],
  // Hiragana, katakana, and level 1 of JIS.
  shift_jis: [
    [0x82, 0x83, 0x40, 0xf1],
    [0x88, 0x97, 0x40, 0xfc],
  ],
  'euc-kr': [[0xb0, 0xc8, 0xa1, 0xfe]],
}
