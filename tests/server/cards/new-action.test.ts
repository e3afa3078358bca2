// A new card action is one row of a table. On a copy of the sources, the compiler names each file where it is missing;
// once the action is complete, the server performs or rejects it by its rule and names it in the audit trail.
// tests/pages/cards/new-action.test.tsx tests its button and its rejection on the screen.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChangedSources, COMPILE_MS, copySources, filesOf } from '#tests/support/changed-sources.ts'
import { completeAction, declareAction } from '#tests/support/new-action.ts'

let copy: ChangedSources
/** The compiler's errors when only the table had the action. */
let errorsBefore: string[]

beforeAll(() => {
  copy = copySources()
  declareAction(copy)
  errorsBefore = copy.compile()
  completeAction(copy)
}, COMPILE_MS)
afterAll(() => copy.remove())

it('the compiler reports every file where a new card action is missing', () => {
  expect(filesOf(errorsBefore)).toEqual([
    'server/cards/handlers.ts',
    'src/contract/audit-actions.ts',
    'src/flows/pending-changes/kinds.ts',
    'src/pages/cards/details/action-views.ts',
  ])
})

// The test above lists the files. Checking that there are no others takes a second full compilation.
it('the compiler reports nothing once the new action is complete', { timeout: COMPILE_MS }, () =>
  expect(copy.compile()).toEqual([]),
)

it(
  'the server performs or rejects the new action, and names it in history and audit trail',
  { timeout: 60_000 },
  async () => {
    const { startDemoServer } =
      await copy.importModule<typeof import('#tests/support/demo-server.ts')>('tests/support/demo-server.ts')
    const { demoCardsInState } =
      await copy.importModule<typeof import('#server/demo/sample-batch.ts')>('server/demo/sample-batch.ts')
    const { auditEntryToText } = await copy.importModule<typeof import('#contract/audit-actions.ts')>(
      'src/contract/audit-actions.ts',
    )
    const server = await startDemoServer()
    const { db } = server.database
    try {
      // A migration would allow the event in the database.
      await sql`ALTER TABLE card_event DROP CONSTRAINT card_event_kind_check`.execute(db)
      const [olive, rita] = [await server.logIn('olive'), await server.logIn('rita')]
      const [withPin] = demoCardsInState('active', 1, [2])
      const [withoutPin] = demoCardsInState('active', 1, [1])
      if (!withPin || !withoutPin) throw new Error('the demo has no such card')
      // Only the copy has this operation.
      const clear = (person: typeof olive, { pan }: typeof withPin) =>
        (person.call as (method: string, params: object) => Promise<unknown>)('clearPin', {
          cardNumber: pan,
          requestId: randomUUID(),
        })
      expect(await clear(rita, withPin)).toMatchObject({ resultCode: '-20403' })
      expect(await clear(olive, withoutPin)).toMatchObject({
        resultCode: '-20409',
        resultText: "The card's campaign uses no PIN.",
      })
      expect(await clear(olive, withPin)).toMatchObject({ resultCode: '0', resultText: 'PIN cleared' })
      const { events } = await olive.call('cardHistory', { voucherID: String(withPin.id) })
      expect(events[0]).toMatchObject({ kind: 'pinCleared', username: 'olive' })
      expect(auditEntryToText('clearPin', '0', 'card 9')).toBe('cleared the PIN of card 9')
    } finally {
      await server.close()
    }
  },
)
