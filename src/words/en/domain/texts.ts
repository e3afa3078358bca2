// The words of domain/texts.

export const lineBreaks = 'a line break'
export const tabs = 'a tab'
export const softHyphens = 'a soft hyphen'
export const zeroWidthSpaces = 'a zero-width space'
export const directionMarks = 'a mark of the writing direction'
export const joiners = 'a zero-width joiner'
export const hiddenCharacters = 'a hidden control character'
export const otherSpaces = 'a non-breaking or wide space'
export const fullWidth = 'full-width digits or letters'
export const otherDigits = 'digits of another script'
export const smartQuotes = 'typographic quotation marks'
