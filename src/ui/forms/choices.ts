// The choices that a Combobox offers for the typed text.

export interface CodeChoice {
  /** The code. This is the value of the field. */
  readonly value: string
  readonly label: string
}

/** A longer list is cut. Users do not read it, but type more. */
export const MAX_CHOICES = 50

/**
 * Returns first the choices whose code begins with the text, then the choices whose name contains all words of the
 * text, in any order. Ignores accents.
 */
export function filterChoices(choices: readonly CodeChoice[], text: string): readonly CodeChoice[] {
  const words = normalise(text).split(/\s+/).filter(Boolean)
  const [firstWord, ...otherWords] = words
  if (firstWord === undefined) return choices
  // A code is one word, so several words cannot be the beginning of a code.
  const canBeCode = otherWords.length === 0
  const isCodeMatch = ({ value }: CodeChoice) => canBeCode && normalise(value).startsWith(firstWord)
  const isNameMatch = ({ label }: CodeChoice) => {
    const name = normalise(label)
    return words.every((word) => name.includes(word))
  }
  return [...choices.filter(isCodeMatch), ...choices.filter((choice) => !isCodeMatch(choice) && isNameMatch(choice))]
}

const normalise = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
