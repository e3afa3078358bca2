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
  const { typedName = '', number } = NUMBERED.exec(toPlainNumber(searchText))?.groups ?? {}
  const isTypedName = (name: string) => toComparable(name) === toComparable(typedName)
  const match = itemTypes.find(({ names }) => names.some(isTypedName))
  if (match && number !== undefined) return { itemType: match.itemType, search: number }
  // '#12' → '12'.
  return { search: searchText.replace(/^#(?=[0-9])/, '') }
}

/**
 * The name of the type, then possibly '#', 'nr.', 'no.' or the Arabic word for number, then a number of at most ten
 * digits.
 */
const NUMBERED = /^(?<typedName>.*?)\s*(?:#|n[or]\.|رقم)?\s*(?<number>[1-9][0-9]{0,9})$/iu
/** In lower case, without the Arabic article. */
const toComparable = (name: string): string => name.toLowerCase().replace(/^ال/, '')

/** With the names in every language, because a user can paste what a colleague has written in another language. */
const itemTypes = [
  { itemType: 'batch', names: [m.common_batchInText(), 'batch', 'Sammelauftrag', 'kelompok', '批次', 'دفعة'] },
  { itemType: 'order', names: [m.common_orderInText(), 'order', 'Bestellung', 'pesanan', '订单', 'طلب'] },
] as const
