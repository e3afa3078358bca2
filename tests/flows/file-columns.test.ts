// A file with other columns is read according to the user's earlier choice for the same headings. Also tests the
// messages about the columns.
import { beforeEach, expect, test } from 'vitest'
import { messageToText } from '#domain/messages/to-text.ts'
import { message } from '#domain/messages/message.ts'
import { physicalRows } from '#tests/support/row-types.ts'
import { cardRows } from '#domain/batch/card-rows.ts'
import type { MappedColumns } from '#domain/rows/headings.ts'
import type { RowType } from '#domain/rows/row-type.ts'
import { columnsToMessages, readWithChoice, readWithEarlierChoice, rememberColumns } from '#flows/file-columns.ts'
import { queryClient } from '#services/server/queries.ts'
import { ownerUserOf, type Session, sessionStore } from '#services/session/session.ts'
import { readRows } from '#workers/batch-file/read.ts'

beforeEach(() => {
  localStorage.clear()
  const user = { userId: '7', username: 'olive', firstname: 'Olive', lastname: 'Tan', email: 'olive@example.test' }
  sessionStore.set({ token: 't', user, permissions: {} })
})

/** A Blob like in the worker, since the Blob of jsdom cannot read its content. */
const blob = (text: string) => {
  const bytes = new TextEncoder().encode(text)
  return { size: bytes.length, arrayBuffer: () => Promise.resolve(bytes.buffer) } as unknown as Blob
}
const createReader = (text: string, rowType: RowType = physicalRows) => {
  const requests: (MappedColumns | undefined)[] = []
  const file = blob(text)
  const read = (columns?: MappedColumns) => {
    requests.push(columns)
    return readRows(rowType, { accepts: ['csv'], maxRows: 10, fileName: 'a.csv', file, ...(columns && { columns }) })
  }
  return { requests, read }
}
const textWithUnknownHeadings = 'Name,Family,Team\nAnn,Lee,Sales'
const map = physicalRows.fields.map((_, index) => (index < 2 ? index : -1))

test('a file in the default column order is read once, without a message', async () => {
  const { requests, read } = createReader('Name,Surname\nAnn,Lee')
  const result = await readWithEarlierChoice(physicalRows, read)
  expect(columnsToMessages(physicalRows, result)).toEqual([])
  await expect.poll(() => requests).toHaveLength(1)
})

test('swapped, missing and unused columns are reported', async () => {
  const result = await readWithEarlierChoice(
    physicalRows,
    createReader('Surname,Name,Ref,Amount,Fee,Deliver to,Phone,Address,Address 2,ZIP,Team,PIN\nLee,Ann,,,,,,,,,x,4321')
      .read,
  )
  expect(columnsToMessages(physicalRows, result)).toEqual([
    message('columnsByHeadings'),
    message('columnsBeside', ['Team']),
    message('columnsNotUsed', ['PIN']),
  ])
  const fewer = await readWithEarlierChoice(physicalRows, createReader('Surname,Name\nLee,Ann').read)
  const [, missing] = columnsToMessages(physicalRows, fewer)
  expect(messageToText(missing)).toMatch(/^The file has no column for Customer Reference, Load Amount/)
})

test('the user chooses columns once, and the next file with these headings uses the choice', async () => {
  const first = await readWithEarlierChoice(physicalRows, createReader(textWithUnknownHeadings).read)
  const columns = first.read.ok ? undefined : first.read.refusal.columns
  if (!columns) throw new Error('the reader did not ask for columns')
  const mapping = { map, width: columns.width, hasHeadings: true }
  const chosen = { read: await createReader(textWithUnknownHeadings).read(mapping), isRemembered: false }
  expect(columnsToMessages(physicalRows, chosen)[0]).toEqual(message('columnsAsChosen'))
  await rememberColumns(physicalRows, columns, mapping)
  const next = await readWithEarlierChoice(physicalRows, createReader('Team,Name,Family\nSales,Bo,Ng').read)
  expect(next.isRemembered).toBe(true)
  expect(next.read.ok && next.read.packedRows.count).toBe(1)
  expect(columnsToMessages(physicalRows, next)[0]).toEqual(message('columnsAsRemembered'))
})

test('a choice overrides the guess from the headings', async () => {
  const text = 'Surname,Name\nAnn,Lee'
  const first = await readWithEarlierChoice(physicalRows, createReader(text).read)
  const columns = first.read.ok ? first.read.facts.columns : undefined
  if (!columns) throw new Error('the columns are missing')
  await rememberColumns(physicalRows, columns, { map, width: 2, hasHeadings: true })
  const { requests, read } = createReader(text)
  expect((await readWithEarlierChoice(physicalRows, read)).isRemembered).toBe(true)
  await expect.poll(() => requests[1]?.map.slice(0, 2)).toEqual([0, 1])
})

test('a file that is refused for a reason other than its columns is read once', async () => {
  const { requests, read } = createReader('')
  expect(await readWithEarlierChoice(physicalRows, read)).toMatchObject({ isRemembered: false, read: { ok: false } })
  await expect.poll(() => requests).toEqual([undefined])
})

test('a file that seems to be for another page requires confirmation each time', async () => {
  const activation = cardRows({ type: 'activate', identifierType: 1 })
  const columnsOf = async (text: string) => {
    const { read } = await readWithEarlierChoice(activation, createReader(text, activation).read)
    return read.ok ? undefined : read.refusal.columns
  }
  const choose = async (text: string) => {
    const columns = await columnsOf(text)
    if (!columns) throw new Error('the reader did not ask for columns')
    await rememberColumns(activation, columns, { map: [0, -1, -1], width: columns.width, hasHeadings: true })
  }
  const fileWithNames = 'Card Number,Name\n9000010000000018,Ann'
  const loads = ['Card Number,Amount\n9000010000000018,25', 'Card Number,Betrag\n9000010000000018,25.00']
  for (const text of [fileWithNames, ...loads]) await choose(text)
  expect(await columnsOf(fileWithNames)).toBeUndefined()
  for (const text of loads) expect(await columnsOf(text)).toBeDefined()
})

test('columns shared by others are used unless the user has chosen columns for these headings or shared some', async () => {
  const sharedColumns = [
    { heading: 'SURNAME', field: 'surname' },
    { heading: 'team', field: 'name' },
    { heading: 'Who' },
  ]
  const textWithUnknownHeadings = 'Who,Surname,Team\nAnn,Lee,Sales'
  const session = sessionStore.get() as Session
  const shareDetails = { id: '5', rowType: 'physical', sharedBy: 'Chen Li', sharedAt: '' }
  const sharedByUser = (sharedByUserID: string) =>
    queryClient.setQueryData([ownerUserOf(session), 'sharedColumns', {}], {
      data: { sharedColumns: [{ ...shareDetails, sharedByUserID, columns: sharedColumns }] },
      at: Date.now(),
      isStored: false,
    })
  // This user has shared the columns, on another computer.
  sharedByUser(session.user.userId)
  expect(await readWithEarlierChoice(physicalRows, createReader(textWithUnknownHeadings).read)).toMatchObject({
    isRemembered: true,
    sharedBy: undefined,
  })
  sharedByUser('8')
  const result = await readWithEarlierChoice(physicalRows, createReader(textWithUnknownHeadings).read)
  expect(result).toMatchObject({ sharedBy: 'Chen Li', isRemembered: false })
  const columns = result.read.ok ? result.read.facts.columns : undefined
  expect(columns?.map.slice(0, 2)).toEqual([2, 1])
  if (!columns) throw new Error('the columns are missing')
  await rememberColumns(physicalRows, columns, { map, width: 3, hasHeadings: true })
  expect(await readWithEarlierChoice(physicalRows, createReader(textWithUnknownHeadings).read)).toMatchObject({
    isRemembered: true,
    sharedBy: undefined,
  })
})

test('columns shared by a colleague against a clear heading are asked for, not applied', async () => {
  const transfer = cardRows({ type: 'transfer', identifierType: 1 })
  const swapped = [
    { heading: 'From card', field: 'identifierTo' },
    { heading: 'To card', field: 'identifier' },
    { heading: 'Amount', field: 'amount' },
  ]
  const session = sessionStore.get() as Session
  const sharedByUser = (sharedByUserID: string) =>
    queryClient.setQueryData([ownerUserOf(session), 'sharedColumns', {}], {
      data: {
        sharedColumns: [
          { id: '6', rowType: 'transfer', sharedBy: 'Ada Lim', sharedAt: '', sharedByUserID, columns: swapped },
        ],
      },
      at: Date.now(),
      isStored: false,
    })
  // In order, and in another order.
  for (const text of [
    'From card,To card,Amount\n9000010000000018,9000010000000026,5.00',
    'Amount,From card,To card\n5.00,9000010000000018,9000010000000026',
  ]) {
    sharedByUser('8')
    const { read } = createReader(text, transfer)
    const result = await readWithChoice(transfer, read, undefined)
    if (result.read.ok) {
      // Read in the order of the row type, without looking at shared columns.
      expect(result.read.facts.columns).toBeUndefined()
    } else {
      expect(result.read.refusal.code).toBe('columnsNeeded')
      // The question starts with what the headings say.
      const headings = result.read.refusal.columns?.headings ?? []
      expect(result.read.refusal.columns?.map.map((column) => headings[column])).toEqual(
        transfer.fields.map(
          ({ name }) => ({ identifier: 'From card', identifierTo: 'To card', amount: 'Amount' })[name],
        ),
      )
    }
    expect(result.sharedBy).toBeUndefined()
    // For rows that are added to open rows, the headings count.
    expect(await readWithEarlierChoice(transfer, createReader(text, transfer).read)).toMatchObject({
      read: { ok: true },
    })
    // The user's own choice is theirs, also on another computer.
    sharedByUser(session.user.userId)
    if (!result.read.ok)
      expect(await readWithChoice(transfer, createReader(text, transfer).read, undefined)).toMatchObject({
        read: { ok: true },
      })
  }
})
