// Finds the code for another spelling of it: 'SGD' for '702', 'Republic of Korea' for 'KOR'.

/**
 * The code for a text in another spelling. Undefined if no code is known, or the text already is the code. Ignores
 * case.
 */
export function spellingToCode(text: string, forms: Readonly<Record<string, string>>): string | undefined {
  // Most fields have no codes, and a key takes long to compute.
  if (forms === NO_FORMS) return undefined
  const key = spellingKey(text)
  const form = Object.hasOwn(forms, key) ? forms[key] : undefined
  return form?.toUpperCase() === text.trim().toUpperCase() ? undefined : form
}

/**
 * The key of a spelling: its words in capitals and in alphabetical order, without accents, punctuation, 'the', 'of' and
 * 'and'. So 'Korea, Republic of' equals 'Republic of Korea', 'U.S.A.' equals 'USA' and 'St. Lucia' equals 'Saint
 * Lucia'.
 */
export function spellingKey(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/[\p{M}.'’`]/gu, '')
    .toUpperCase()
    .match(/[\p{L}\p{N}]+/gu)
  if (!words) return ''
  if (words.length === 1) return words[0] ?? ''
  return words
    .filter((word) => !SMALL_WORDS.has(word))
    .map((word) => FULL_WORDS[word] ?? word)
    .sort()
    .join(' ')
}

/** The spellings of a field without codes. */
export const NO_FORMS: Readonly<Record<string, string>> = {}

const SMALL_WORDS: ReadonlySet<string> = new Set(['THE', 'OF', 'AND'])
/** The form of abbreviated and singular words that is compared. */
const FULL_WORDS: Readonly<Record<string, string>> = {
  ST: 'SAINT',
  REP: 'REPUBLIC',
  DEM: 'DEMOCRATIC',
  FED: 'FEDERATED',
  IS: 'ISLANDS',
  ISL: 'ISLANDS',
  ISLAND: 'ISLANDS',
}
