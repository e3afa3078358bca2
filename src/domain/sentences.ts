// Words as sentences, and searching in them.

/** 'the fee was inserted' → 'The fee was inserted'. */
export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** True if each of the words is somewhere in the text, in any order: 'app ba' is in 'Approve Batch Load'. */
export const containsAll = (text: string, words: string): boolean =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word))
