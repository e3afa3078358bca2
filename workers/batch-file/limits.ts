// What a file may hold for each row that a batch may have: far more than any row needs, and little enough that every file has its
// answer within moments and without filling the memory (threats T29).

/** Cells with something in them, in a workbook. */
export const MAX_ROW_CELLS = 64
/** Characters, or bytes of a text file. */
export const MAX_ROW_TEXT = 2048
/** Fields and lines of a text file, empty ones included: a table may be wider and longer than what is in it. */
export const MAX_ROW_FIELDS = 256
