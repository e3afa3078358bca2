// Reads the number of a batch or an order from what was typed into the search.
import * as say from '#words/app/search.ts'

export interface ThingWords {
  readonly noun?: 'batch' | 'order'
  readonly search: string
}

/** 'batch 12', 'Order #12': the number of one type; everything else is searched as it is. */
export function wordsToThing(words: string): ThingWords {
  const [, word, number] = /^(.*?)\s*#?\s*([1-9][0-9]{0,9})$/.exec(words) ?? []
  const noun = nouns.find(([, name]) => name === word?.toLowerCase())?.[0]
  if (noun === undefined || number === undefined) return { search: words.replace(/^#(?=[0-9])/, '') }
  return { noun, search: number }
}

const nouns = [
  ['batch', say.batch],
  ['order', say.order],
] as const
