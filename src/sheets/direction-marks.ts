// Removes invisible marks of direction from the texts of files. Arabic messages contain such marks for screens. Other
// programs treat them as letters, and would neither find a text nor recognise a number with such a mark. Marks in a
// user's text are also removed, because they could make a file show another text than it contains.

export const withoutDirectionMarks = (text: string): string => text.replace(DIRECTION_MARKS, '')

const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
