// The options in card screens: the owner's tags, stop reasons, fee types.
import type { Handler } from '#server/operations/context.ts'
import { nameInLanguage } from '#server/operations/programme-names.ts'
import { moneyToApi } from '#server/operations/to-api.ts'

export const getCardTags: Handler<'getCardTags'> = async ({ db, viewer }) => {
  const tags = await db
    .selectFrom('card_tag')
    .select(['id', 'name'])
    .where('owner_id', '=', viewer.ownerId)
    .orderBy('name')
    .execute()
  return { tags: tags.map(({ id, name }) => ({ id: String(id), name })) }
}

export const getStopReasons: Handler<'getStopReasons'> = async ({ db }) => {
  const reasons = await db
    .selectFrom('stop_reason')
    .select(['id', nameInLanguage('stop_reason', 'short').as('short')])
    .orderBy('id')
    .execute()
  return { stopReasons: reasons.map(({ id, short }) => ({ STOPREASONID: id, STOPREASONSHORT: short })) }
}

export const getFeeTypes: Handler<'getFeeTypes'> = async ({ db }) => {
  const types = await db
    .selectFrom('fee_type')
    .select(['id', nameInLanguage('fee_type', 'name').as('name'), 'charge_cents'])
    .orderBy('id')
    .execute()
  return {
    feeTypes: types.map(({ id, name, charge_cents }) => ({
      id: String(id),
      name,
      charge: moneyToApi(charge_cents),
    })),
  }
}
