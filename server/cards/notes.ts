// Adds a note to a card. Notes are stored as they were written, and shown as text, never as HTML or formulas.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { containsCardNumber } from '#domain/cards/identifiers.ts'
import { type Handler, refuse } from '#server/operations/context.ts'
import { inScope } from '#server/operations/scope.ts'
import { noSuchCard } from './find-cards.ts'

export const addCardNote: Handler<'addCardNote'> = async (context, { noteText, voucherId }) => {
  const { db, viewer } = context
  const text = noteText.trim()
  if (containsCardNumber(text)) {
    const errors = [{ path: 'noteText', message: m.common_removeCardNumber() }]
    return refuse(codes.refusedParameters, m.common_removeCardNumber, { errors })
  }
  const card = await db
    .selectFrom('card')
    .select('id')
    .where('id', '=', Number(voucherId))
    .where(sql<boolean>`${inScope(viewer, 'card')}`)
    .executeTakeFirst()
  if (!card) return noSuchCard()
  context.setSubject('card', card.id)
  context.recordValues({ note: text })
  const at = new Date(context.now())
  await db.insertInto('card_note').values({ card_id: card.id, user_id: viewer.userId, text, created_at: at }).execute()
  return { note: { VOUCHERNOTETEXT: text, VOUCHERNOTEDATE: at.toISOString(), USERNAME: viewer.username } }
}
