// Texts in tables: a table is built once, but its texts are read in the language of each reader, also by a server that
// writes in several languages. The build leaves out tables that nothing uses, because neither function has side effects.
//
//     export const columns = withTexts({ DATE: { label: textOf(m.common_date), format: 'date' } })
//     columns.DATE.label // in the current language

/** What `textOf` leaves in a table until `withTexts` makes it a property. */
class TextOfTable {
  readonly read: () => unknown
  constructor(read: () => unknown) {
    this.read = read
  }
  toString(): never {
    throw new Error('A table with textOf was not passed to withTexts.')
  }
}

/**
 * A text of a table that is passed to `withTexts`. Its type is that of the text, because the table has no other values
 * once it has been passed.
 */
/* @__NO_SIDE_EFFECTS__ */ export function textOf<Text>(read: () => Text): Text {
  return new TextOfTable(read) as Text
}

/**
 * Returns the table, in which each `textOf`, at any depth, has become a property that calls its function whenever it is
 * read. A copy of a row (`{ ...row }`) keeps the texts of the moment when it was copied.
 */
/* @__NO_SIDE_EFFECTS__ */ export function withTexts<Table extends object>(table: Table): Table {
  defineTexts(table)
  return table
}

// Not `withTexts` itself: the build leaves out calls of a function without side effects if their result is not used.
function defineTexts(table: object): void {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(table))) {
    if (value instanceof TextOfTable) Object.defineProperty(table, name, { get: value.read, enumerable: true })
    else if (isLiteral(value)) defineTexts(value)
  }
}

/** True for the values that a table written in the code consists of, not for an expression or a date. */
const isLiteral = (value: unknown): value is object =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
