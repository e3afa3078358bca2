// Refuses passwords that attackers try first, even if they satisfy the composition rules. The list comes from a
// package. The check is custom, because zxcvbn's estimate takes a thousand times as long and gives '#1Dragon2024' the
// same score as 'Horse-7-ab', which the rules allow.
import { dictionary } from '@zxcvbn-ts/language-common'

/** The number of most common passwords to use. Further down, the list contains ordinary words. */
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

/** How many characters around a common password are ignored: 'Password-2026!' is still common. */
const MAX_AROUND = 8
const MIN_CORE = 4

/**
 * True for a common password, whether in upper or lower case, and also with the usual digits in place of letters. It
 * can also have a few digits and symbols around it ('P@ssword123!', '#1Dragon2024'), or be repeated
 * ('DragonDragon1!'). Also true if little is left besides the words of `names` (the programme and the client), seasons
 * and greetings, digits and symbols ('Voyager-Portal-1', 'Summer-2026-Aa').
 */
export function isCommonPassword(password: string, names: readonly string[] = []): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  if (hasLittleBesides(lower, [...obviousWords, ...toWords(names)])) return true
  return [lower, ...toCores(lower)].some((core) => isListed(core) || isListed(repeatedHalf(core)))
}

const toWords = (names: readonly string[]): string[] =>
  names
    .flatMap((name) =>
      name
        .normalize('NFKC')
        .toLowerCase()
        .split(/[^\p{L}]+/u),
    )
    .filter(({ length }) => length >= 4)

/** True if one of the words occurs, and fewer than four other letters are left. */
function hasLittleBesides(lower: string, words: readonly string[]): boolean {
  const longestFirst = words.toSorted((left, right) => right.length - left.length)
  return [lower, ...toSpellings(lower)].some((spelling) => {
    const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ' '), spelling)
    return rest !== spelling && (rest.match(/\p{L}/gu) ?? []).length < MIN_CORE
  })
}

function isListed(core: string | undefined): boolean {
  if (core === undefined || core.length < MIN_CORE) return false
  return commonPasswords.has(core) || toSpellings(core).some((word) => commonPasswords.has(word))
}

/** The text without a few digits and symbols at either end. */
function toCores(lower: string): string[] {
  const candidates = [
    lower.replace(/[^a-z]+$/, ''),
    lower.replace(/[^a-z0-9]+$/, ''),
    lower.replace(/^[^a-z]+|[^a-z]+$/g, ''),
    lower.replace(/^[^a-z0-9@$!]+|[^a-z]+$/g, ''),
  ]
  return candidates.filter((core) => lower.length - core.length <= MAX_AROUND)
}

function repeatedHalf(core: string): string | undefined {
  const half = core.slice(0, core.length / 2)
  return half !== '' && half + half === core ? half : undefined
}

const letterOf: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '3': 'e',
  $: 's',
  '5': 's',
  '7': 't',
}

// '1' and '!' can replace an i or an l.
const toSpellings = (core: string): string[] => {
  const plain = Array.from(core)
    .map((character) => letterOf[character] ?? character)
    .join('')
  return [plain.replaceAll(/[1!]/g, 'i'), plain.replaceAll(/[1!]/g, 'l')]
}
