// Refuses passwords that attackers try first, even if they satisfy the composition rules. Only the list of passwords
// comes from zxcvbn. zxcvbn's own check takes a thousand times as long. It also gives '#1Dragon2024', which must be
// refused, the same score as 'Horse-7-ab', which is allowed.
import { dictionary } from '@zxcvbn-ts/language-common'

/** The number of passwords of the list that are refused. After them, the list contains ordinary words. */
const MOST_COMMON = 10_000
/** Words of this industry that people try first, and keyboard sequences that the list does not have. */
const industryWords =
  'administrator companyname harbour prepaid singapore voucher adgjmp mnbvcxz poiuyt poiuytrewq qwertz ytrewq'

const commonPasswords = new Set([...dictionary['passwords-common'].slice(0, MOST_COMMON), ...industryWords.split(' ')])
/** Words that people combine with a year or a sign: seasons, greetings, keyboards, and what the portal is about. */
const obviousWords =
  'spring summer autumn winter fruhling frühling sommer herbst musim chunji xiaji qiuji dongji welcome willkommen selamat hello password passwort passw0rd qwerty qwertz azerty asdf portal prepaid card cards karte kad login letmein changeme admin'.split(
    ' ',
  )

/** The maximum number of ignored characters around a common password: 'Password-2026!' is still common. */
const MAX_AROUND = 8
/** A shorter text is no word. */
const MIN_WORD_LENGTH = 4

/**
 * True for a common password. Upper case, and digits or signs in place of letters, make no difference ('P@ssw0rd'). A
 * few digits and symbols around the common password make no difference either ('#1Dragon2024'), nor does repeating it
 * ('DragonDragon1!'). Also true for a password that consists only of obvious words, words of `names` (the programme and
 * the client), digits and symbols ('Voyager-Portal-1', 'Summer-2026-Aa').
 */
export function isCommonPassword(password: string, names: readonly string[] = []): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  if (consistsOfWords(lower, [...obviousWords, ...toWords(names)])) return true
  return [lower, ...toCores(lower)].some((core) => isListed(core) || isListed(repeatedHalf(core)))
}

function toWords(names: readonly string[]): string[] {
  const words = names.flatMap((name) => {
    const lower = name.normalize('NFKC').toLowerCase()
    return lower.split(/[^\p{L}]+/u)
  })
  return words.filter(({ length }) => length >= MIN_WORD_LENGTH)
}

/** True if one of the words occurs, and fewer than MIN_WORD_LENGTH letters are left without the words. */
function consistsOfWords(lower: string, words: readonly string[]): boolean {
  // The longest words first, so that 'passwort' is removed before a word within it.
  const longestFirst = words.toSorted((left, right) => right.length - left.length)
  return [lower, ...toSpellings(lower)].some((spelling) => {
    const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ' '), spelling)
    const hasWord = rest !== spelling
    const letters = rest.match(/\p{L}/gu) ?? []
    return hasWord && letters.length < MIN_WORD_LENGTH
  })
}

function isListed(core: string | undefined): boolean {
  if (core === undefined || core.length < MIN_WORD_LENGTH) return false
  return commonPasswords.has(core) || toSpellings(core).some((word) => commonPasswords.has(word))
}

/** The possible texts without a few digits and symbols at the ends. */
function toCores(lower: string): string[] {
  const candidates = [
    // 'dragon2024!' → 'dragon'
    lower.replace(/[^a-z]+$/, ''),
    // 'dragon2024!' → 'dragon2024'
    lower.replace(/[^a-z0-9]+$/, ''),
    // '#1dragon2024' → 'dragon'
    lower.replace(/^[^a-z]+|[^a-z]+$/g, ''),
    // '#@dmin2024' → '@dmin', because '@' can replace a letter.
    lower.replace(/^[^a-z0-9@$!]+|[^a-z]+$/g, ''),
  ]
  return candidates.filter((core) => lower.length - core.length <= MAX_AROUND)
}

/** 'dragon' for 'dragondragon'. Undefined if the text is not repeated. */
function repeatedHalf(core: string): string | undefined {
  const half = core.slice(0, core.length / 2)
  return half !== '' && half + half === core ? half : undefined
}

const lettersBySign: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '3': 'e',
  $: 's',
  '5': 's',
  '7': 't',
}

/** The text with letters for the digits and signs that replace them. '1' and '!' can replace an i or an l. */
function toSpellings(core: string): string[] {
  const plain = Array.from(core)
    .map((character) => lettersBySign[character] ?? character)
    .join('')
  return [plain.replaceAll(/[1!]/g, 'i'), plain.replaceAll(/[1!]/g, 'l')]
}
