// Reads the number of a batch or an order from the search text.
import { toPlainNumber } from '#domain/texts/clean-text.ts'
import { m } from '#words/messages.js'

export interface NumberedItem {
  /** Undefined if the text does not name the type. */
  readonly itemType?: 'batch' | 'order'
  /** The number if the type is known, otherwise the whole text. */
  readonly search: string
}

/** Recognises 'batch 12' or 'Order #12' in any language: a type with a number. Any other text is searched unchanged. */
export function textToNumberedItem(searchText: string): NumberedItem {
  const [, typedType = '', number] = NUMBERED.exec(toPlainNumber(searchText)) ?? []
  const itemType = typeNames.find(([, names]) =>
    names.some((name) => toComparable(name) === toComparable(typedType)),
  )?.[0]
  if (itemType === undefined || number === undefined) return { search: searchText.replace(/^#(?=[0-9])/, '') }
  return { itemType, search: number }
}

/** The type, perhaps '#', 'nr.', 'no.' or the Arabic word for number, and a number of at most ten digits. */
const NUMBERED = /^(.*?)\s*(?:#|n[or]\.|رقم)?\s*([1-9][0-9]{0,9})$/iu
/** In lower case, without the Arabic article. */
const toComparable = (name: string): string => name.toLowerCase().replace(/^ال/, '')

/** The names of each type in every language, since colleagues can send each other numbers in different languages. */
const typeNames = [
  ['batch', [m.common_batchInText(), 'batch', 'Sammelauftrag', 'kelompok', '批次', 'دفعة']],
  ['order', [m.common_orderInText(), 'order', 'Bestellung', 'pesanan', '订单', 'طلب']],
] as const
