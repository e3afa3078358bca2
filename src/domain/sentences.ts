// How words become sentences.

/** 'the fee was inserted' → 'The fee was inserted'. */
export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
