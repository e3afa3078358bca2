// Reads the number of a batch or an order from the search text.
import { toPlainNumber } from '#domain/texts.ts'
import { m } from '#words/messages.js'

export interface NumberedItem {
  readonly noun?: 'batch' | 'order'
  readonly search: string
}

/** Recognises 'batch 12' or 'Order #12' in any language: a type with a number. Any other text is searched unchanged. */
export function textToNumberedItem(words: string): NumberedItem {
  const [, word = '', number] = NUMBERED.exec(toPlainNumber(words)) ?? []
  const noun = nouns.find(([, names]) => names.some((name) => toComparable(name) === toComparable(word)))?.[0]
  if (noun === undefined || number === undefined) return { search: words.replace(/^#(?=[0-9])/, '') }
  return { noun, search: number }
}

const NUMBERED = /^(.*?)\s*(?:#|n[or]\.|رقم)?\s*([1-9][0-9]{0,9})$/iu
/** In lower case, without the Arabic article. */
const toComparable = (word: string): string => word.toLowerCase().replace(/^ال/, '')

/** The names of each type in every language, since colleagues can send each other numbers in different languages. */
const nouns = [
  ['batch', [m.common_batchInText(), 'batch', 'Sammelauftrag', 'kelompok', '批次', 'دفعة']],
  ['order', [m.common_orderInText(), 'order', 'Bestellung', 'pesanan', '订单', 'طلب']],
] as const
