// Simulates a payment that arrives at the bank. A statement with one entry is stored as if it had been imported. Users
// match and confirm the payment like every other. Rules: docs/rules/sandbox.md, "Simulations".
import { randomUUID } from 'node:crypto'
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { EntryKeyCreator } from '#domain/funding/bank-statements.ts'
import { paymentAmountRefusal } from '#domain/funding/payments.ts'
import { cents } from '#domain/money.ts'
import { money } from '#server/audit/audit-fields.ts'
import { toCents } from '#server/funding/amounts.ts'
import { storeStatement } from '#server/funding/import-statement.ts'
import { readCurrency } from '#server/funding/queries.ts'
import { refuseLimitedViewer } from '#server/funding/whole-programme.ts'
import { type Handler, refuse } from '#server/operations/context.ts'
import { programmeDay } from '#server/operations/day-range.ts'
import { refuseCardNumber, checkParameter } from '#server/operations/refuse-parameter.ts'
import { readClock } from './clock.ts'
import { isDemo } from './demo.ts'
import { BANK_ACCOUNT } from './simulated-data.ts'

export const simulatePayment: Handler<'simulatePayment'> = async (context, { amount, reference }) => {
  const { db, viewer, settings } = context
  const isSandbox = (await readClock(db)) !== undefined
  const canSimulate = isSandbox || (await isDemo(db, settings))
  if (!canSimulate) return refuse(codes.refusedState, m.sandbox_noSimulation)
  const refusal =
    refuseLimitedViewer(context) ??
    checkParameter('amount', () => paymentAmountRefusal(amount)) ??
    refuseCardNumber('reference', reference)
  if (refusal) return refusal
  const amountCents = toCents(amount)
  const currency = await readCurrency(db, viewer.ownerId)
  const lastStatement = await db
    .selectFrom('bank_statement')
    .select('closing_cents')
    .where('owner_id', '=', viewer.ownerId)
    .where('account', '=', BANK_ACCOUNT)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const openingCents = cents(lastStatement?.closing_cents ?? 0)
  const bankReference = `SIM-${randomUUID().slice(0, 13)}`
  const statement = {
    account: BANK_ACCOUNT,
    reference: bankReference,
    currency,
    openingCents,
    closingCents: cents(openingCents + amountCents),
    entries: [{ bookedOn: programmeDay(context), amountCents, bankReference, reference, parts: [] }],
    hasOtherCurrency: false,
  }
  await storeStatement(context, statement, { fileName: 'simulated', keyCreator: new EntryKeyCreator() })
  context.recordValues({ amount: money(amountCents, currency), reference })
  return {}
}
