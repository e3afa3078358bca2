// The terms for the currency in files from Singapore, and the length of a postal code there.
import type { FileWords } from '#domain/rows/headings.ts'

export const singaporeFileWords: FileWords = {
  headings: {},
  currency: ['S$', 'SGD', '$'],
  currencyNumber: '702',
  postalDigits: 6,
}
