// Makes a programme match its plan: adds what is missing, changes what can change, removes nothing. Runs in the given
// transaction, so it is done completely or not at all. A second run changes nothing.
import type { CalendarDate } from '#domain/calendar.ts'
import { instantToDate, localToInstant } from '#domain/dates.ts'
import { type Cents, centsToText } from '#domain/money.ts'
import { valuesToChanges, money } from '#server/audit/audit-fields.ts'
import type { Db } from '#server/operations/context.ts'
import { lockOwnerAccounts } from '#server/ledger/accounts.ts'
import { postMovements } from '#server/ledger/post-movements.ts'
import { sql } from 'kysely'
import { saveCampaigns } from './save-campaigns.ts'
import { Refused } from '../command.ts'
import { namesToCampaigns } from '../owner.ts'
import { type Done, note } from './done.ts'
import type { ProgrammePlan } from './plan.ts'

/** Throws a Refused with every impossible change; the caller must then roll back the transaction. */
export async function carryOut(trx: Db, plan: ProgrammePlan, timeZone: string): Promise<Done> {
  const done: Done = { lines: [], changes: [] }
  await saveOwner(trx, plan, done)
  await saveFeeTypes(trx, plan, done)
  await saveStopReasons(trx, plan, done)
  await saveCardTags(trx, plan, done)
  await saveGroups(trx, plan, done)
  await saveCampaigns(trx, plan, done)
  await saveGroupLimits(trx, plan, done)
  await postFunds(trx, plan, timeZone, done)
  return done
}

/** The owner's own accounts, in the order of their creation. */
export const ownAccounts = ['funding', 'fee', 'settlement', 'float'] as const

async function saveOwner(trx: Db, { ownerId, ownerName, currency, symbol }: ProgrammePlan, done: Done): Promise<void> {
  const namesake = await trx
    .selectFrom('owner')
    .select('id')
    .where('name', '=', ownerName)
    .where('id', '<>', ownerId)
    .executeTakeFirst()
  if (namesake)
    throw new Refused(`Another owner in this database is called '${ownerName}': give this one another name.`)
  const owner = await trx
    .selectFrom('owner')
    .select('name')
    .where('id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const programme = await trx.selectFrom('programme').selectAll().where('owner_id', '=', ownerId).executeTakeFirst()
  if (programme && programme.currency !== currency)
    throw new Refused(
      `The programme is in ${programme.currency}, which cannot become ${currency}: its accounts are in it.`,
    )
  if (!owner) {
    await trx.insertInto('owner').values({ id: ownerId, name: ownerName }).execute()
    note(done, `Added the owner '${ownerName}'.`)
  } else if (owner.name !== ownerName) {
    await trx.updateTable('owner').set({ name: ownerName }).where('id', '=', ownerId).execute()
    note(done, `Renamed the owner '${owner.name}' to '${ownerName}'.`)
  }
  if (programme && programme.symbol !== symbol) {
    await trx.updateTable('programme').set({ symbol }).where('owner_id', '=', ownerId).execute()
    await trx.updateTable('campaign').set({ symbol }).where('owner_id', '=', ownerId).execute()
    note(done, `Changed the currency's symbol from ${programme.symbol} to ${symbol}.`)
  }
  if (programme) return
  await trx.insertInto('programme').values({ owner_id: ownerId, currency, symbol }).execute()
  const accounts = ownAccounts.map((kind) => ({ owner_id: ownerId, currency, kind, allow_negative: kind === 'float' }))
  await trx.insertInto('account').values(accounts).execute()
  note(done, `Added the programme in ${currency}, with its accounts.`)
}

async function saveFeeTypes(trx: Db, { feeTypes, currency }: ProgrammePlan, done: Done): Promise<void> {
  const known = await trx.selectFrom('fee_type').selectAll().execute()
  for (const { id, name, chargeCents } of feeTypes) {
    const before = known.find((one) => one.id === id)
    const row = { id, name, charge_cents: chargeCents }
    if (before?.name === name && before.charge_cents === chargeCents) continue
    const others = known.find((one) => one.name === name && one.id !== id)
    if (others)
      throw new Refused(`Fee type ${others.id} is called '${name}' already: give fee type ${id} another name.`)
    await trx
      .insertInto('fee_type')
      .values(row)
      .onConflict((on) => on.column('id').doUpdateSet(row))
      .execute()
    note(
      done,
      `${before ? 'Changed' : 'Added'} fee type ${id}, '${name}'.`,
      valuesToChanges(
        { name, amount: money(chargeCents, currency) },
        before && { name: before.name, amount: money(before.charge_cents, currency) },
        `Fee type ${id}`,
      ),
    )
  }
}

async function saveStopReasons(trx: Db, { stopReasons }: ProgrammePlan, done: Done): Promise<void> {
  const known = await trx.selectFrom('stop_reason').selectAll().execute()
  for (const row of stopReasons) {
    const before = known.find(({ id }) => id === row.id)
    if (before?.short === row.short) continue
    const others = known.find(({ id, short }) => short === row.short && id !== row.id)
    if (others)
      throw new Refused(
        `Stop reason ${others.id} is called '${row.short}' already: give reason ${row.id} another name.`,
      )
    await trx
      .insertInto('stop_reason')
      .values(row)
      .onConflict((on) => on.column('id').doUpdateSet(row))
      .execute()
    note(
      done,
      `${before ? 'Changed' : 'Added'} stop reason ${row.id}, '${row.short}'.`,
      valuesToChanges({ name: row.short }, before && { name: before.short }, `Stop reason ${row.id}`),
    )
  }
}

async function saveCardTags(trx: Db, { ownerId, cardTags }: ProgrammePlan, done: Done): Promise<void> {
  for (const name of cardTags) {
    const added = await trx
      .insertInto('card_tag')
      .values({ owner_id: ownerId, name })
      .onConflict((on) => on.doNothing())
      .returning('id')
      .execute()
    if (added.length > 0) note(done, `Added the card tag '${name}'.`)
  }
}

async function saveGroups(trx: Db, { ownerId, groups }: ProgrammePlan, done: Done): Promise<void> {
  const known = await trx
    .selectFrom('user_group')
    .select(['id', 'name', 'permissions'])
    .where('owner_id', '=', ownerId)
    .execute()
  for (const { name, permissions } of groups) {
    const before = known.find((one) => one.name === name)
    if (!before) {
      await trx
        .insertInto('user_group')
        .values({ owner_id: ownerId, name, permissions: [...permissions] })
        .execute()
      note(done, `Added the group '${name}'.`, valuesToChanges({ permissions }, {}, name))
      continue
    }
    const added = permissions.filter((one) => !before.permissions.includes(one))
    const removed = before.permissions.filter((one) => !(permissions as readonly string[]).includes(one))
    if (added.length + removed.length === 0) continue
    await trx
      .updateTable('user_group')
      .set({ permissions: [...permissions] })
      .where('id', '=', before.id)
      .execute()
    const changes = [...added.map((one) => `now with ${one}`), ...removed.map((one) => `without ${one}`)]
    note(
      done,
      `Changed the group '${name}': ${changes.join(', ')}.`,
      valuesToChanges({ permissions }, { permissions: before.permissions }, name),
    )
  }
}

/** Must run after the campaigns are saved, since the limits refer to their names. */
async function saveGroupLimits(trx: Db, { ownerId, groups }: ProgrammePlan, done: Done): Promise<void> {
  const campaigns = await trx.selectFrom('campaign').select(['id', 'name']).where('owner_id', '=', ownerId).execute()
  const known = await trx
    .selectFrom('user_group')
    .select(['id', 'name', 'campaign_ids'])
    .where('owner_id', '=', ownerId)
    .execute()
  for (const { name, limitedTo: limits } of groups) {
    const group = known.find((one) => one.name === name)
    const ids = limits ? namesToCampaigns(campaigns, limits) : null
    if (!group || group.campaign_ids?.join() === ids?.join()) continue
    await trx.updateTable('user_group').set({ campaign_ids: ids }).where('id', '=', group.id).execute()
    note(
      done,
      limits
        ? `Limited the group '${name}' to ${limits.map((each) => `'${each}'`).join(', ')}.`
        : `Gave the group '${name}' all campaigns.`,
      valuesToChanges({ campaigns: ids ?? 'all' }, { campaigns: group.campaign_ids ?? 'all' }, name),
    )
  }
}

/** Posts each amount once, as a ledger entry from the outside account (float) to the funding account. */
async function postFunds(trx: Db, plan: ProgrammePlan, timeZone: string, done: Done): Promise<void> {
  const { ownerId, currency, fundsReceived } = plan
  if (fundsReceived.length === 0) return
  const accounts = await lockOwnerAccounts(trx, ownerId, currency)
  const { rows: known } = await sql<{ description: string; posted_at: Date; amount_cents: Cents }>`
    SELECT t.description, t.posted_at, e.amount_cents FROM ledger_transaction t
    JOIN ledger_entry e ON e.transaction_id = t.id AND e.account_id = ${accounts.funding.id}
    WHERE t.owner_id = ${ownerId} AND t.kind = 'funding'`.execute(trx)
  for (const { reference, on, amountCents } of fundsReceived) {
    const before = known.find(({ description }) => description === reference)
    if (before && before.amount_cents === amountCents && dayOf(before.posted_at, timeZone) === on) continue
    if (before)
      throw new Refused(
        `The funds '${reference}' were posted with ${centsToText(before.amount_cents)} on ${dayOf(before.posted_at, timeZone)}, and what is posted stays: put it right by funds of another reference.`,
      )
    await postMovements(trx, [
      {
        ownerId,
        kind: 'funding',
        postedAt: new Date(localToInstant(on, '00:00', timeZone) ?? Date.parse(`${on}T00:00:00Z`)),
        cardId: null,
        fromAccountId: accounts.float.id,
        toAccountId: accounts.funding.id,
        amountCents,
        feeTypeId: null,
        description: reference,
        merchantId: '',
        authNumber: '',
      },
    ])
    note(done, `Posted the funds '${reference}' of ${centsToText(amountCents)} on ${on}.`)
  }
}

const dayOf = (instant: Date, timeZone: string): CalendarDate => instantToDate(instant.getTime(), timeZone)
