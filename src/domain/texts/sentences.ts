// Capitalises the first letter of a text, and searches for words in a text.

/** 'the fee was inserted' → 'The fee was inserted'. */
export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** True if the text contains each of the words, in any order: 'Approve Batch Load' contains 'app ba'. */
export const containsAllWords = (text: string, words: string): boolean =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word))
