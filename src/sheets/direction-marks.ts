// Removes invisible marks of direction from the texts of files. Arabic messages contain them for screens. Other programs
// treat them as letters, and would not find a text, or recognise a number, with such a mark. A mark in a user's text is
// removed too, since a file could otherwise show another text than it contains.

export const withoutDirectionMarks = (text: string): string => text.replace(DIRECTION_MARKS, '')

const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
