// A new field of ordered cards is one row of a table. On a copy of the sources, the compiler names each file where it is
// missing; once all are completed, the portal sends the field, and the server accepts, stores and shows it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChangedSources, COMPILE_MS, copySources, filesOf } from '#tests/support/changed-sources.ts'

let copy: ChangedSources
/** The compiler's errors when only the table had the field. */
let errorsBefore: string[]

beforeAll(() => {
  copy = copySources()
  addField()
  errorsBefore = copy.compile()
  completeField()
}, COMPILE_MS)
afterAll(() => copy.remove())

it('the compiler reports every file where the new field is missing', () => {
  expect(filesOf(errorsBefore)).toEqual([
    'server/orders/producer-file.ts',
    'src/domain/heading-words.ts',
    'src/domain/order/sample.ts',
  ])
})

// The test above lists the files. Checking that there are no others takes a second full compilation.
it('the compiler reports nothing once all files are completed', { timeout: COMPILE_MS }, () =>
  expect(copy.compile()).toEqual([]),
)

it('the portal then sends the field, and the server accepts, stores and shows it', { timeout: 60_000 }, async () => {
  const { startDemoServer } =
    await copy.importModule<typeof import('#tests/support/demo-server.ts')>('tests/support/demo-server.ts')
  const { idsToOrders } =
    await copy.importModule<typeof import('#rows/order-elements.ts')>('src/rows/order-elements.ts')
  const { lineToRow } = await copy.importModule<typeof import('#domain/rows/kind.ts')>('src/domain/rows/kind.ts')
  const { physicalRows } =
    await copy.importModule<typeof import('#tests/support/row-types.ts')>('tests/support/row-types.ts')
  const { physicalSubmission, cardOrder, PHYSICAL_CAMPAIGN } =
    await copy.importModule<typeof import('#tests/support/order-calls.ts')>('tests/support/order-calls.ts')
  const server = await startDemoServer()
  try {
    const olive = await server.logIn('olive')
    const cells = ['Mei', 'Tan', 'staff 1', '50', '', '', '', '', '', 'CC-7']
    const row = lineToRow(physicalRows, { rowNumber: 1, fields: cells })
    if (!row) throw new Error('no row')
    const [element] = idsToOrders('physical', { kind: () => physicalRows, row: () => row }, [1])
    expect(element).toMatchObject({ name: 'Mei', loadAmount: 5_000, cardOrderFee: 0, address2: '', costCentre: 'CC-7' })
    const cardOrders = [{ ...cardOrder(), costCentre: 'x'.repeat(21) }, element ?? cardOrder()]
    const verification = await olive.call('verifyCardOrder', { campaignID: PHYSICAL_CAMPAIGN, cardOrders })
    expect(verification.cardOrders.map(({ ERROR }) => ERROR)).toEqual([
      expect.stringContaining('Cost Centre'),
      undefined,
    ])
    const { cardOrderId } = await olive.call('batchCardOrder', physicalSubmission({ cardOrders: cardOrders.slice(1) }))
    const storedOrder = await olive.call('myCardOrderRows', { orderId: cardOrderId })
    expect(storedOrder.cardOrders).toEqual([{ ...element, rowNumber: 1, state: 'waiting', voucherID: null }])
  } finally {
    await server.close()
  }
})

function addField(): void {
  copy.change(
    'src/domain/order/fields.ts',
    "    {\n      name: 'postalCode'",
    "    { name: 'costCentre', label: 'Cost Centre', value: 'text', use: 'optional', maxLength: 20 },\n    {\n      name: 'postalCode'",
  )
}

/** Adds the field's other headings, its cells in the sample file, and its rule for the producer's file. */
function completeField(): void {
  const costCentre = ['en', 'de', 'ms', "'zh-Hans'", 'ar'].map((language) => `${language}: 'Cost Centre'`).join(', ')
  copy.change(
    'src/domain/heading-words.ts',
    '  recipientName: {',
    `  costCentre: { ${costCentre} },\n  recipientName: {`,
  )
  for (const code of ["'049315'", "'048948'"])
    copy.change('src/domain/order/sample.ts', `postalCode: ${code},`, `postalCode: ${code},\n      costCentre: '',`)
  copy.change('server/orders/producer-file.ts', "  name: 'embossed',", "  name: 'embossed',\n  costCentre: 'unsent',")
}
