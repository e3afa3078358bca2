// Texts in tables. A table is built once, but each of its texts is read in the language of the reader, even by a server
// that writes in several languages. Both functions are marked as having no side effects, so that the build can leave
// out tables that nothing uses.
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
 * A text of a table that is passed to `withTexts`. The cast is safe, because `withTexts` replaces the object by a
 * property that returns the text.
 */
/* @__NO_SIDE_EFFECTS__ */ export function textOf<Text>(read: () => Text): Text {
  return new TextOfTable(read) as Text
}

/**
 * Replaces each `textOf` of the table, at any depth, by a property that calls its function whenever it is read. Returns
 * the table. A copy of a row (`{ ...row }`) keeps the texts that it had when it was copied.
 */
/* @__NO_SIDE_EFFECTS__ */ export function withTexts<Table extends object>(table: Table): Table {
  defineTexts(table)
  return table
}

// Not part of `withTexts`, because it calls itself without using a result. From a function that is marked as having no
// side effects, the build would leave out such calls.
function defineTexts(table: object): void {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(table))) {
    if (value instanceof TextOfTable) Object.defineProperty(table, name, { get: value.read, enumerable: true })
    else if (isLiteral(value)) defineTexts(value)
  }
}

/** True for an array and for an object that is written as `{ … }`, but not for an object of a class, such as a date. */
function isLiteral(value: unknown): value is object {
  if (Array.isArray(value)) return true
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
