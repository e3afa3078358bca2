// Reads the number of a batch or an order from the search text.
import { m } from '#words/messages.js'

export interface NumberedItem {
  readonly noun?: 'batch' | 'order'
  readonly search: string
}

/** Recognises 'batch 12' or 'Order #12': a type with a number. Any other text is searched unchanged. */
export function textToNumberedItem(words: string): NumberedItem {
  const [, word, number] = /^(.*?)\s*#?\s*([1-9][0-9]{0,9})$/.exec(words) ?? []
  const noun = nouns.find(([, name]) => name === word?.toLowerCase())?.[0]
  if (noun === undefined || number === undefined) return { search: words.replace(/^#(?=[0-9])/, '') }
  return { noun, search: number }
}

const nouns = [
  ['batch', m.common_contractBatch()],
  ['order', m.common_contractOrder()],
] as const
