// Saves the campaigns of a plan with their fees. Existing campaigns are found by their names. Only differences are
// written and reported.
import type { Selectable } from 'kysely'
import { type Cents, centsToText } from '#domain/money.ts'
import type { Db } from '#server/operations/context.ts'
import type { CampaignTable } from '#server/db/programme-tables.ts'
import { CommandError } from '../command.ts'
import { type AppliedChanges, addChange } from './applied-changes.ts'
import type { CampaignPlan, ProgrammePlan } from './plan.ts'

/**
 * Adds a sentence to `applied` for each campaign that was added or changed. Throws a CommandError for an impossible
 * change.
 */
export async function saveCampaigns(trx: Db, plan: ProgrammePlan, applied: AppliedChanges, now: number): Promise<void> {
  const existing = await trx.selectFrom('campaign').selectAll().where('owner_id', '=', plan.ownerId).execute()
  for (const campaign of plan.campaigns) {
    const before = existing.find(({ name }) => name === campaign.name)
    if (before && before.virtual !== campaign.isVirtual)
      throw new CommandError(
        `The cards of campaign '${campaign.name}' are ${before.virtual ? 'virtual' : 'physical'}, which cannot be changed: add another campaign.`,
      )
    if (!before) {
      const { id } = await insertCampaign(trx, plan, campaign, now)
      await saveFees(trx, id, campaign)
      addChange(applied, `Added the campaign '${campaign.name}'.`)
      continue
    }
    const changedValues = await updateCampaign(trx, before, campaign, now)
    const changedFees = await saveFees(trx, before.id, campaign)
    const changes = [...changedValues, ...changedFees]
    if (changes.length > 0) addChange(applied, `Changed the campaign '${campaign.name}': ${changes.join(', ')}.`)
  }
}

const campaignToRow = (campaign: CampaignPlan) => ({
  ica: campaign.ica,
  requires_pin: campaign.pinLength > 0,
  pin_length: campaign.pinLength,
  kyc_required: campaign.needsKyc,
  load_min_cents: campaign.loadMinCents,
  load_max_cents: campaign.loadMaxCents,
  voucher_max_cents: campaign.balanceMaxCents,
  card_prefix: campaign.cardPrefix,
  validity_months: campaign.validityMonths,
  hold_days: campaign.holdDays,
})

function insertCampaign(trx: Db, { ownerId, currency, symbol }: ProgrammePlan, campaign: CampaignPlan, now: number) {
  const { name, isVirtual, isClosed } = campaign
  return trx
    .insertInto('campaign')
    .values({
      owner_id: ownerId,
      name,
      currency,
      symbol,
      virtual: isVirtual,
      closed_at: isClosed ? new Date(now) : null,
      ...campaignToRow(campaign),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

type CampaignColumn = keyof ReturnType<typeof campaignToRow>

/** The names of the columns in the programme's file. Undefined if another column shows the same change. */
const fieldNames: Readonly<Record<CampaignColumn, string | undefined>> = {
  ica: 'ica',
  requires_pin: undefined,
  pin_length: 'pinLength',
  kyc_required: 'needsIdentification',
  load_min_cents: 'loadMin',
  load_max_cents: 'loadMax',
  voucher_max_cents: 'balanceMax',
  card_prefix: 'cardPrefix',
  validity_months: 'validityMonths',
  hold_days: 'holdDays',
}

/** Returns the changes in words: 'loadMax 500.00 → 1,000.00'. */
async function updateCampaign(
  trx: Db,
  before: Selectable<CampaignTable>,
  campaign: CampaignPlan,
  now: number,
): Promise<string[]> {
  const row = campaignToRow(campaign)
  const columns = Object.keys(row) as CampaignColumn[]
  const changedColumns = columns.filter((column) => row[column] !== before[column])
  const wasClosed = before.closed_at !== null
  const closes = campaign.isClosed && !wasClosed
  const reopens = wasClosed && !campaign.isClosed
  if (changedColumns.length === 0 && !closes && !reopens) return []
  let closedAt = before.closed_at
  if (closes) closedAt = new Date(now)
  if (reopens) closedAt = null
  await trx
    .updateTable('campaign')
    .set({ ...row, closed_at: closedAt })
    .where('id', '=', before.id)
    .execute()
  const valueToText = (column: CampaignColumn, value: string | number | boolean | null): string =>
    column.endsWith('_cents') ? centsToText(value as Cents) : String(value ?? 'none')
  const reportedColumns = changedColumns.filter((column) => fieldNames[column] !== undefined)
  const changes = reportedColumns.map((column) => {
    const valueBefore = valueToText(column, before[column])
    return `${fieldNames[column]} ${valueBefore} → ${valueToText(column, row[column])}`
  })
  if (closes) changes.push('closed')
  if (reopens) changes.push('reopened')
  return changes
}

/** Returns the changes in words: 'fee 14 now 0.50'. */
async function saveFees(trx: Db, campaignId: number, { fees }: CampaignPlan): Promise<string[]> {
  const existing = await trx.selectFrom('campaign_fee').selectAll().where('campaign_id', '=', campaignId).execute()
  const changedFees = fees.filter(({ feeTypeId, chargeCents }) => {
    const existingFee = existing.find((fee) => fee.fee_type_id === feeTypeId)
    return existingFee?.charge_cents !== chargeCents
  })
  for (const { feeTypeId, chargeCents } of changedFees) {
    const row = { campaign_id: campaignId, fee_type_id: feeTypeId, charge_cents: chargeCents }
    await trx
      .insertInto('campaign_fee')
      .values(row)
      .onConflict((on) => on.columns(['campaign_id', 'fee_type_id']).doUpdateSet(row))
      .execute()
  }
  return changedFees.map(({ feeTypeId, chargeCents }) => `fee ${feeTypeId} now ${centsToText(chargeCents)}`)
}
