// If no one approved the order of a card, the user who ordered the card cannot activate or reveal the card, set its PIN
// or fetch its producer file. While a change of a user account waits for its confirmation, the user who made the change
// and the user of the account count as the same person. Rules: docs/rules/orders.md, "Who uses an ordered card".
import { m } from '#words/messages.js'
import { type RawBuilder, sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import type { Phrase } from '#server/stored-text.ts'
import { refuse, type Refusal, type SessionContext } from './context.ts'

type OrderersContext = Pick<SessionContext, 'db' | 'viewer' | 'settings' | 'now'>

interface DemoCheck {
  readonly viewer: Pick<OrderersContext['viewer'], 'ownerId'>
  readonly settings: Pick<OrderersContext['settings'], 'isProduction'>
}

/**
 * An SQL condition: true in the demo programme, never true in production. The demo has no holds, because holds would
 * stop a first walk through the portal. Its users and its password are public, and it moves no real money.
 */
export const isDemoProgrammeSql = ({ viewer, settings }: DemoCheck) =>
  settings.isProduction ? sql`false` : sql`(SELECT is_demo FROM owner WHERE id = ${viewer.ownerId})`

/**
 * An SQL condition: true if the programme keeps orderers from using their cards. Without the setting, this is true for
 * every programme except the demo.
 */
export const separatesOrderersSql = (context: Pick<OrderersContext, 'viewer' | 'settings'>): RawBuilder<unknown> => {
  const { separatesOrderers: setting } = context.settings
  return setting === undefined ? sql`NOT ${isDemoProgrammeSql(context)}` : sql`${setting}::boolean`
}

/** The reasons why the viewer cannot use these cards, by the id of the card. */
export async function findOrdererRefusals(
  context: OrderersContext,
  cardIds: readonly number[],
): Promise<ReadonlyMap<number, Phrase>> {
  if (cardIds.length === 0) return new Map()
  const { rows } = await sql<OrderOfSamePerson & { card_id: number }>`
    SELECT r.card_id, ${ordererColumns(context)}
    FROM card_order_row r JOIN card_order o ON o.id = r.order_id JOIN user_account u ON u.id = o.ordered_by
    WHERE r.card_id = ANY(${cardIds}::bigint[]) AND ${isViewerRefusedSql(context)}`.execute(context.db)
  return new Map(rows.map((row) => [row.card_id, () => toRefusalText(row)]))
}

export async function refuseOrdererOfCard(context: OrderersContext, cardId: number): Promise<Refusal | undefined> {
  const refusals = await findOrdererRefusals(context, [cardId])
  const text = refusals.get(cardId)
  return text && refuse(codes.refusedState, text)
}

/** Keeps the orderer of this order from its producer file, because the file has the full numbers of the cards. */
export async function refuseOrdererOfOrder(context: OrderersContext, orderId: number): Promise<Refusal | undefined> {
  const { rows } = await sql<OrderOfSamePerson>`
    SELECT ${ordererColumns(context)} FROM card_order o JOIN user_account u ON u.id = o.ordered_by
    WHERE o.id = ${orderId} AND ${isViewerRefusedSql(context)}`.execute(context.db)
  const [row] = rows
  return row && refuse(codes.refusedState, () => toRefusalText(row))
}

/** An order by the viewer, or by a user who counts as the same person. */
interface OrderOfSamePerson {
  readonly is_own: boolean
  readonly orderer: string
}

const ordererColumns = ({ viewer }: OrderersContext) =>
  sql`o.ordered_by = ${viewer.userId} AS is_own, u.username AS orderer`

/** An SQL condition on orders `o`: true if the viewer is refused, because no other person has seen the order. */
const isViewerRefusedSql = (context: OrderersContext) =>
  sql`o.approved_by IS NULL AND ${separatesOrderersSql(context)} AND ${isBySamePersonSql(context)}`

/**
 * An SQL condition on orders `o`: true if the orderer is the viewer, or counts as the same person. Two users count as
 * the same person while a change that one of them made to the account of the other waits.
 */
const isBySamePersonSql = ({ viewer, now }: OrderersContext) =>
  sql`(o.ordered_by = ${viewer.userId} OR EXISTS (
    SELECT FROM user_change x
    WHERE x.closed_at IS NULL AND (x.held_until IS NULL OR x.held_until > ${new Date(now())})
      AND (x.user_id, x.changed_by) IN ((o.ordered_by, ${viewer.userId}), (${viewer.userId}, o.ordered_by))))`

const toRefusalText = ({ is_own: isOwn, orderer }: OrderOfSamePerson): string =>
  m.orders_notByOrderer({ isOwn: isOwn ? 'yes' : 'no', orderer })
