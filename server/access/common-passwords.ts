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
/** How many characters around a common password are ignored: 'Password-2026!' is still common. */
const MAX_AROUND = 8
const MIN_CORE = 4

/**
 * True for a common password, whether in upper or lower case, and also with the usual digits in place of letters. It
 * can also have a few digits and symbols around it ('P@ssword123!', '#1Dragon2024'), or be repeated
 * ('DragonDragon1!').
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  return [lower, ...toCores(lower)].some((core) => isListed(core) || isListed(repeatedHalf(core)))
}

const isListed = (core: string | undefined): boolean =>
  core !== undefined &&
  core.length >= MIN_CORE &&
  (commonPasswords.has(core) || toSpellings(core).some((word) => commonPasswords.has(word)))

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
