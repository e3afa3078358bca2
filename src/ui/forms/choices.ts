// The choices that a Combobox offers for the typed text.

export interface CodeChoice {
  /** The code: the value of the field. */
  readonly value: string
  readonly label: string
}

/** Users do not read longer lists; typing more narrows the list. */
export const MAX_CHOICES = 50

/**
 * Returns first the choices whose code begins with the text, then those whose name contains all words of the text, in
 * any order. Ignores accents.
 */
export function filterChoices(choices: readonly CodeChoice[], text: string): readonly CodeChoice[] {
  const words = normalise(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return choices
  // A text of several words cannot be the beginning of a code.
  const [codePrefix = ''] = words.length === 1 ? words : []
  const codeMatches = codePrefix === '' ? [] : choices.filter(({ value }) => normalise(value).startsWith(codePrefix))
  const listedChoices = new Set(codeMatches)
  return [
    ...codeMatches,
    ...choices.filter((choice) => {
      const name = normalise(choice.label)
      return !listedChoices.has(choice) && words.every((word) => name.includes(word))
    }),
  ]
}

const normalise = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
