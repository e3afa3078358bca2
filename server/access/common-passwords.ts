// Passwords that guessers try first are refused, whatever composition rules they fulfil (threats "Composition rules"). The list is
// a package's; the judgement is ours, since zxcvbn's estimate takes a thousand times as long and gives '#1Dragon2024' the mark of
// 'Horse-7-ab', which the rules allow.
import { dictionary } from '@zxcvbn-ts/language-common'

/** Of the breaches' list the commonest; farther down it names most words there are. */
const LISTED = 10_000
/** What is typed first at a desk of this trade, and walks over the keyboard that the list lacks. */
const besides =
  'administrator companyname harbour prepaid singapore voucher adgjmp mnbvcxz poiuyt poiuytrewq qwertz ytrewq'

const common = new Set([...dictionary['passwords-common'].slice(0, LISTED), ...besides.split(' ')])
/** As many characters may surround a common word and leave it a common password: 'Password-2026!' is one. */
const MAX_AROUND = 8
const MIN_CORE = 4

/**
 * True for a password of the list, in any case and with the usual digits for letters, also between a few digits and signs
 * ('P@ssword123!', '#1Dragon2024'), or written twice ('DragonDragon1!').
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  return [lower, ...cores(lower)].some((core) => isListed(core) || isListed(halfOf(core)))
}

const isListed = (core: string | undefined): boolean =>
  core !== undefined &&
  core.length >= MIN_CORE &&
  (common.has(core) || spellings(core).some((word) => common.has(word)))

/** What is left without the digits and signs at either end, where those are few. */
function cores(lower: string): string[] {
  const found = [
    lower.replace(/[^a-z]+$/, ''),
    lower.replace(/[^a-z0-9]+$/, ''),
    lower.replace(/^[^a-z]+|[^a-z]+$/g, ''),
    lower.replace(/^[^a-z0-9@$!]+|[^a-z]+$/g, ''),
  ]
  return found.filter((core) => lower.length - core.length <= MAX_AROUND)
}

function halfOf(core: string): string | undefined {
  const half = core.slice(0, core.length / 2)
  return half !== '' && half + half === core ? half : undefined
}

const letters: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '0': 'o', '3': 'e', $: 's', '5': 's', '7': 't' }

// '1' and '!' stand for an i or an l.
const spellings = (core: string): string[] => {
  const plain = Array.from(core)
    .map((character) => letters[character] ?? character)
    .join('')
  return [plain.replaceAll(/[1!]/g, 'i'), plain.replaceAll(/[1!]/g, 'l')]
}
