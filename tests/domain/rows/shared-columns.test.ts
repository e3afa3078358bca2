// The columns of a file as they are shared with other users: headings and their fields.
import { expect, test } from 'vitest'
import { type FileColumns } from '#domain/rows/headings.ts'
import { toSharedColumns } from '#domain/rows/shared-columns.ts'
import { physicalRows } from '#tests/support/row-types.ts'

/** The name is in the second column, and the surname in the first. */
const sharedColumnsOf = (...headings: string[]) =>
  toSharedColumns(physicalRows, { headings } as unknown as FileColumns, [1, 0])

test('headings are shared with the fields that are read from them', () => {
  expect(sharedColumnsOf('Family', 'Name', 'Team')).toEqual([
    { heading: 'Family', field: 'surname' },
    { heading: 'Name', field: 'name' },
    { heading: 'Team' },
  ])
})

test('nothing is shared if a heading contains a card number, which the server would reject', () => {
  expect(sharedColumnsOf('Family', 'Name', '9000 0100 0000 0018')).toBeUndefined()
})
