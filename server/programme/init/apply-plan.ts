// Makes a programme match its plan: adds what is missing, changes what differs, removes nothing. Runs in the caller's
// transaction, so that either all changes are made or none. A second run changes nothing.
import { isDeepStrictEqual } from 'node:util'
import type { ApprovalRules } from '#domain/approvals/rules.ts'
import { nameRules, rulesToLines } from '#domain/approvals/signing.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { instantToDate, localToInstant } from '#domain/dates.ts'
import { type Language, languageNames } from '#domain/texts/languages.ts'
import { type Cents, centsToText } from '#domain/money.ts'
import { changesBetween, money } from '#server/audit/audit-fields.ts'
import type { NamesByLanguage } from '#server/db/programme-tables.ts'
import type { Db } from '#server/operations/context.ts'
import { readRules } from '#server/approvals/rules.ts'
import { lockOwnerAccounts } from '#server/ledger/accounts.ts'
import { postMovements } from '#server/ledger/post-movements.ts'
import { sql } from 'kysely'
import { saveCampaigns } from './save-campaigns.ts'
import { CommandError } from '../command.ts'
import { namesToCampaignIds } from '../owner.ts'
import { type AppliedChanges, addChange } from './applied-changes.ts'
import type { ProgrammePlan } from './plan.ts'

/** Throws a CommandError at the first impossible change; the caller must then roll back the transaction. */
export async function applyPlan(
  trx: Db,
  plan: ProgrammePlan,
  { timeZone, now }: { readonly timeZone: string; readonly now: number },
): Promise<AppliedChanges> {
  const applied: AppliedChanges = { lines: [], changes: [] }
  await saveOwner(trx, plan, applied)
  await saveFeeTypes(trx, plan, applied)
  await saveStopReasons(trx, plan, applied)
  await saveCardTags(trx, plan, applied)
  await saveGroups(trx, plan, applied)
  await saveCampaigns(trx, plan, applied, now)
  await saveGroupCampaigns(trx, plan, applied)
  await saveApprovalRules(trx, plan, applied, new Date(now))
  await postFunds(trx, plan, applied, timeZone)
  return applied
}

/** The types of accounts that each owner has in addition to the accounts of its cards. In the order of their creation. */
export const ownerAccountTypes = ['funding', 'fee', 'settlement', 'float'] as const

async function saveOwner(
  trx: Db,
  { ownerId, ownerName, currency, symbol }: ProgrammePlan,
  applied: AppliedChanges,
): Promise<void> {
  const namesake = await trx
    .selectFrom('owner')
    .select('id')
    .where('name', '=', ownerName)
    .where('id', '<>', ownerId)
    .executeTakeFirst()
  if (namesake)
    throw new CommandError(`Another owner in this database is called '${ownerName}': give this one another name.`)
  const owner = await trx
    .selectFrom('owner')
    .select('name')
    .where('id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const programme = await trx.selectFrom('programme').selectAll().where('owner_id', '=', ownerId).executeTakeFirst()
  if (programme && programme.currency !== currency)
    throw new CommandError(
      `The programme is in ${programme.currency}, which cannot become ${currency}: its accounts are in it.`,
    )

  if (!owner) {
    await trx.insertInto('owner').values({ id: ownerId, name: ownerName }).execute()
    addChange(applied, `Added the owner '${ownerName}'.`)
  } else if (owner.name !== ownerName) {
    await trx.updateTable('owner').set({ name: ownerName }).where('id', '=', ownerId).execute()
    addChange(applied, `Renamed the owner '${owner.name}' to '${ownerName}'.`)
  }

  if (programme) {
    if (programme.symbol === symbol) return
    await trx.updateTable('programme').set({ symbol }).where('owner_id', '=', ownerId).execute()
    await trx.updateTable('campaign').set({ symbol }).where('owner_id', '=', ownerId).execute()
    addChange(applied, `Changed the currency's symbol from ${programme.symbol} to ${symbol}.`)
    return
  }
  await trx.insertInto('programme').values({ owner_id: ownerId, currency, symbol }).execute()
  const accounts = ownerAccountTypes.map((kind) => ({
    owner_id: ownerId,
    currency,
    kind,
    allow_negative: kind === 'float',
  }))
  await trx.insertInto('account').values(accounts).execute()
  addChange(applied, `Added the programme in ${currency}, with its accounts.`)
}

/** 'de: Verloren, ms: Hilang', in the order of the languages. */
function namesToText(names: NamesByLanguage): string {
  const languages = (Object.keys(languageNames) as Language[]).filter((language) => names[language] !== undefined)
  return languages.map((language) => `${language}: ${names[language]}`).join(', ')
}

async function saveFeeTypes(trx: Db, { feeTypes, currency }: ProgrammePlan, applied: AppliedChanges): Promise<void> {
  const existing = await trx.selectFrom('fee_type').selectAll().execute()
  for (const { id, name, names = {}, chargeCents } of feeTypes) {
    const before = existing.find((feeType) => feeType.id === id)
    const row = { id, name, names: JSON.stringify(names), charge_cents: chargeCents }
    const isUnchanged =
      before?.name === name && before.charge_cents === chargeCents && namesToText(before.names) === namesToText(names)
    if (isUnchanged) continue
    const namesake = existing.find((feeType) => feeType.name === name && feeType.id !== id)
    if (namesake)
      throw new CommandError(`Fee type ${namesake.id} is called '${name}' already: give fee type ${id} another name.`)
    await trx
      .insertInto('fee_type')
      .values(row)
      .onConflict((on) => on.column('id').doUpdateSet(row))
      .execute()
    addChange(
      applied,
      `${before ? 'Changed' : 'Added'} fee type ${id}, '${name}'.`,
      changesBetween({
        before: before && {
          name: before.name,
          names: namesToText(before.names),
          amount: money(before.charge_cents, currency),
        },
        after: { name, names: namesToText(names), amount: money(chargeCents, currency) },
        part: `Fee type ${id}`,
      }),
    )
  }
}

async function saveStopReasons(trx: Db, { stopReasons }: ProgrammePlan, applied: AppliedChanges): Promise<void> {
  const existing = await trx.selectFrom('stop_reason').selectAll().execute()
  for (const { id, short, names = {} } of stopReasons) {
    const before = existing.find((reason) => reason.id === id)
    const row = { id, short, names: JSON.stringify(names) }
    if (before?.short === short && namesToText(before.names) === namesToText(names)) continue
    const namesake = existing.find((reason) => reason.short === short && reason.id !== id)
    if (namesake)
      throw new CommandError(`Stop reason ${namesake.id} is called '${short}' already: give reason ${id} another name.`)
    await trx
      .insertInto('stop_reason')
      .values(row)
      .onConflict((on) => on.column('id').doUpdateSet(row))
      .execute()
    addChange(
      applied,
      `${before ? 'Changed' : 'Added'} stop reason ${id}, '${short}'.`,
      changesBetween({
        before: before && { name: before.short, names: namesToText(before.names) },
        after: { name: short, names: namesToText(names) },
        part: `Stop reason ${id}`,
      }),
    )
  }
}

async function saveCardTags(trx: Db, { ownerId, cardTags }: ProgrammePlan, applied: AppliedChanges): Promise<void> {
  for (const name of cardTags) {
    const added = await trx
      .insertInto('card_tag')
      .values({ owner_id: ownerId, name })
      .onConflict((on) => on.doNothing())
      .returning('id')
      .execute()
    if (added.length > 0) addChange(applied, `Added the card tag '${name}'.`)
  }
}

async function saveGroups(trx: Db, { ownerId, groups }: ProgrammePlan, applied: AppliedChanges): Promise<void> {
  const existing = await trx
    .selectFrom('user_group')
    .select(['id', 'name', 'permissions'])
    .where('owner_id', '=', ownerId)
    .execute()
  const portalGroups = await readPortalGroups(trx, ownerId)
  for (const { name, permissions } of groups) {
    const before = existing.find((group) => group.name === name)
    if (isPortalGroup(portalGroups, { name, id: before?.id })) {
      const isSame = before?.permissions.toSorted().join() === permissions.toSorted().join()
      if (!isSame) reportLeftUnchanged(applied, name)
      continue
    }
    if (!before) {
      await trx
        .insertInto('user_group')
        .values({ owner_id: ownerId, name, permissions: [...permissions] })
        .execute()
      addChange(applied, `Added the group '${name}'.`, changesBetween({ after: { permissions }, part: name }))
      continue
    }
    const added = permissions.filter((permission) => !before.permissions.includes(permission))
    const removed = before.permissions.filter((permission) => !(permissions as readonly string[]).includes(permission))
    if (added.length === 0 && removed.length === 0) continue
    await trx
      .updateTable('user_group')
      .set({ permissions: [...permissions] })
      .where('id', '=', before.id)
      .execute()
    const changeTexts = [
      ...added.map((permission) => `now with ${permission}`),
      ...removed.map((permission) => `without ${permission}`),
    ]
    addChange(
      applied,
      `Changed the group '${name}': ${changeTexts.join(', ')}.`,
      changesBetween({ before: { permissions: before.permissions }, after: { permissions }, part: name }),
    )
  }
}

/** Reports that the group was not changed: a line for the user of the command, but no change for the audit trail. */
function reportLeftUnchanged({ lines }: AppliedChanges, name: string): void {
  const line = `Left the group '${name}' as the portal has it: administrators have changed it there since. Write their change into the file, or change the group in the portal.`
  if (!lines.includes(line)) lines.push(line)
}

/** The groups that administrators have changed, renamed or deleted in the portal. */
interface PortalGroups {
  readonly ids: ReadonlySet<number | null>
  /** The former names of groups that were renamed or deleted. */
  readonly formerNames: ReadonlySet<string>
}

/**
 * The file must not change these groups, because that would undo what administrators have decided since the file was
 * written.
 */
async function readPortalGroups(trx: Db, ownerId: number): Promise<PortalGroups> {
  const changes = await trx
    .selectFrom('group_change')
    .select(['group_id', 'before', 'after'])
    .where('owner_id', '=', ownerId)
    .where('applied_at', 'is not', null)
    .execute()
  const ids = new Set(changes.map(({ group_id }) => group_id))
  const formerNames = new Set<string>()
  for (const { before, after } of changes) {
    if (before && before.name !== after?.name) formerNames.add(before.name)
  }
  return { ids, formerNames }
}

/**
 * True for a group that administrators have changed in the portal. `id` is undefined if no group has the name. Then the
 * result is true if administrators have renamed or deleted the group that had the name.
 */
const isPortalGroup = (
  { ids, formerNames }: PortalGroups,
  { name, id }: { readonly name: string; readonly id: number | undefined },
): boolean => (id === undefined ? formerNames.has(name) : ids.has(id))

/** Saves the campaigns that groups are limited to. Must run after saveCampaigns, since these campaigns must exist. */
async function saveGroupCampaigns(trx: Db, { ownerId, groups }: ProgrammePlan, applied: AppliedChanges): Promise<void> {
  const campaigns = await trx.selectFrom('campaign').select(['id', 'name']).where('owner_id', '=', ownerId).execute()
  const existing = await trx
    .selectFrom('user_group')
    .select(['id', 'name', 'campaign_ids'])
    .where('owner_id', '=', ownerId)
    .execute()
  const portalGroups = await readPortalGroups(trx, ownerId)
  for (const { name, limitedTo: campaignNames } of groups) {
    const group = existing.find((existingGroup) => existingGroup.name === name)
    const campaignIds = campaignNames ? namesToCampaignIds(campaigns, campaignNames) : null
    // The group was deleted in the portal.
    if (!group) continue
    const hasSameCampaigns = group.campaign_ids?.join() === campaignIds?.join()
    if (hasSameCampaigns) continue
    if (isPortalGroup(portalGroups, { name, id: group.id })) {
      reportLeftUnchanged(applied, name)
      continue
    }
    await trx.updateTable('user_group').set({ campaign_ids: campaignIds }).where('id', '=', group.id).execute()
    const quotedNames = campaignNames?.map((campaignName) => `'${campaignName}'`).join(', ')
    addChange(
      applied,
      quotedNames === undefined
        ? `Gave the group '${name}' all campaigns.`
        : `Limited the group '${name}' to ${quotedNames}.`,
      changesBetween({
        before: { campaigns: group.campaign_ids ?? 'all' },
        after: { campaigns: campaignIds ?? 'all' },
        part: name,
      }),
    )
  }
}

/**
 * Stores a new set of approval rules, unless the rules that apply now are the same. Must run after groups and campaigns
 * are saved.
 */
async function saveApprovalRules(
  trx: Db,
  { ownerId, approvalRules, currency }: ProgrammePlan,
  applied: AppliedChanges,
  now: Date,
): Promise<void> {
  if (!approvalRules) return
  const campaigns = await trx.selectFrom('campaign').select(['id', 'name']).where('owner_id', '=', ownerId).execute()
  const groups = await trx.selectFrom('user_group').select(['id', 'name']).where('owner_id', '=', ownerId).execute()
  const nameToGroupId = (groupName: string | undefined) => groups.find(({ name }) => name === groupName)?.id ?? null
  const currentRules = await readRules(trx, ownerId)
  const tiers = approvalRules.tiers.map(({ campaigns: campaignNames, group, ...tier }) => ({
    ...tier,
    // An empty list means all campaigns.
    campaignIds: campaignNames ? namesToCampaignIds(campaigns, campaignNames) : [],
    groupId: nameToGroupId(group),
  }))
  const reminder = approvalRules.reminder && {
    afterHours: approvalRules.reminder.afterHours,
    escalateTo: nameToGroupId(approvalRules.reminder.escalateTo),
  }
  /** The rules of the file, which has neither limits nor deputies. */
  const rulesOfFile: ApprovalRules = {
    tiers,
    inOrder: approvalRules.inOrder,
    ...(reminder && { reminder }),
    limits: [],
  }
  // The current limits and deputies stay.
  const { limits, deputies } = currentRules
  const newRules: ApprovalRules = { ...rulesOfFile, limits, ...(deputies && { deputies }) }
  if (isDeepStrictEqual(currentRules, newRules)) return
  await trx
    .insertInto('approval_rules')
    .values({
      owner_id: ownerId,
      rules: JSON.stringify(newRules),
      proposed_by: null,
      proposed_at: now,
      confirmed_at: now,
    })
    .execute()
  // The names of approvers and the time zone are only for limits and deputies, which the file does not have.
  const names = { groups, campaigns, approvers: [], currency }
  const lines = rulesToLines(nameRules(rulesOfFile, names, 'UTC'))
  addChange(
    applied,
    lines.length === 0 ? 'Removed the approval rules.' : `Set the approval rules: ${lines.join('; ')}.`,
  )
}

/** Posts each amount once, as a movement from the float account (the outside world) to the funding account. */
async function postFunds(trx: Db, plan: ProgrammePlan, applied: AppliedChanges, timeZone: string): Promise<void> {
  const { ownerId, currency, fundsReceived } = plan
  if (fundsReceived.length === 0) return
  const accounts = await lockOwnerAccounts(trx, ownerId, currency)
  // The funds that were posted from a file, not the payments that users recorded in the portal.
  const { rows: existing } = await sql<{ description: string; posted_at: Date; amount_cents: Cents }>`
    SELECT t.description, t.posted_at, e.amount_cents FROM ledger_transaction t
    JOIN ledger_entry e ON e.transaction_id = t.id AND e.account_id = ${accounts.funding.id}
    WHERE t.owner_id = ${ownerId} AND t.kind = 'funding'
      AND NOT EXISTS (SELECT FROM funding_payment p WHERE p.transaction_id = t.id)`.execute(trx)
  for (const { reference, on, amountCents } of fundsReceived) {
    const postedFunds = existing.find(({ description }) => description === reference)
    if (postedFunds) {
      const postedOn = instantToDay(postedFunds.posted_at, timeZone)
      const isSame = postedFunds.amount_cents === amountCents && postedOn === on
      if (isSame) continue
      throw new CommandError(
        `The funds '${reference}' were posted with ${centsToText(postedFunds.amount_cents)} on ${postedOn}, which cannot be changed: correct it with funds under another reference.`,
      )
    }
    // On some days the clocks skip midnight in the time zone. The funds are then posted at midnight in UTC.
    const startOfDay = localToInstant(on, '00:00', timeZone) ?? Date.parse(`${on}T00:00:00Z`)
    await postMovements(trx, [
      {
        ownerId,
        kind: 'funding',
        postedAt: new Date(startOfDay),
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
    addChange(applied, `Posted the funds '${reference}' of ${centsToText(amountCents)} on ${on}.`)
  }
}

const instantToDay = (instant: Date, timeZone: string): CalendarDate => instantToDate(instant.getTime(), timeZone)
