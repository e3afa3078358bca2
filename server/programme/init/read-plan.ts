// Reads the file of `init` as a plan. Reports all errors in the file together, each with its line.
import type { Client } from '#brand/client.ts'
import { approvalSubjectInfo } from '#domain/approvals/rules.ts'
import { permissions } from '#domain/access/permissions.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { instantToDate } from '#domain/dates.ts'
import { BATCH_LOAD_FEE, CARD_ISSUE_FEE } from '#server/ledger/fee-types.ts'
import { CommandError } from '../command.ts'
import type { UserToAdd } from '../user.ts'
import { type CommentedJson, MalformedJson, type Path, readCommentedJson } from './commented-json.ts'
import { createFaults, type Faults } from './faults.ts'
import {
  approvalRulesSchema,
  campaignSchema,
  type CampaignInFile,
  currencySchema,
  feeTypeSchema,
  fundsSchema,
  groupSchemaFor,
  mustBe,
  nameSchema,
  stopReasonSchema,
  userSchema,
} from './fields.ts'
import type { CampaignPlan, ProgrammePlan } from './plan.ts'
import { createSectionReader } from './sections.ts'

export interface ProgrammeFile {
  readonly plan: ProgrammePlan
  readonly firstAdministrator: UserToAdd
}

/** Throws a CommandError with a message for each error, in line order. Funds received after `now` are an error. */
export function readProgrammeFile(text: string, client: Client, now: number): ProgrammeFile {
  const json = parse(text)
  const faults = createFaults(json)
  const sections = readSections(json.value, client, faults)
  checkSections(sections, instantToDate(now, client.timeZone), faults)
  const { ownerName, currency, symbol, firstAdministrator } = sections
  // Each missing value has also added a fault.
  const isComplete =
    ownerName !== undefined && currency !== undefined && symbol !== undefined && firstAdministrator !== undefined
  if (faults.hasAny() || !isComplete) throw new CommandError(...faults.sentences())
  return {
    firstAdministrator,
    plan: {
      ownerId: client.ownerId,
      ownerName,
      currency,
      symbol,
      feeTypes: valuesOf(sections.feeTypes).map(({ charge, ...idAndName }) => ({ ...idAndName, chargeCents: charge })),
      stopReasons: valuesOf(sections.stopReasons).map(({ id, name: short, names }) => ({ id, short, names })),
      cardTags: valuesOf(sections.cardTags),
      groups: sections.groups.map(([name, groupInFile]) => ({
        name,
        permissions: permissions.filter((permission) => groupInFile.permissions.includes(permission)),
        limitedTo: groupInFile.limitedTo,
      })),
      campaigns: valuesOf(sections.campaigns).map(toCampaignPlan),
      fundsReceived: valuesOf(sections.funds).map(({ amount, ...funds }) => ({ ...funds, amountCents: amount })),
      approvalRules: sections.approvalRules,
    },
  }
}

/** The values of a section that is a list of [position, value]. */
const valuesOf = <T>(items: readonly (readonly [position: number, value: T])[]): T[] => items.map(([, value]) => value)

function parse(text: string): CommentedJson {
  try {
    return readCommentedJson(text)
  } catch (error) {
    if (error instanceof MalformedJson) throw new CommandError(error.message)
    throw error
  }
}

/** The type follows from the schemas of the sections. */
type Sections = ReturnType<typeof readSections>

/**
 * Returns the valid values of each section. A list is a list of [position, value], and `groups` a list of [name,
 * value].
 */
function readSections(value: unknown, client: Client, faults: Faults) {
  const file = createSectionReader(value, faults)
  file.value('client', mustBe(client.key, 'the client that CLIENT names'))
  file.value('timeZone', mustBe(client.timeZone, `that of ${client.name}`))
  const sections = {
    symbol: file.value('currencySymbol', mustBe(client.orderCurrencySymbol, `that of ${client.name}`)),
    ownerName: file.value('owner', nameSchema),
    currency: file.value('currency', currencySchema),
    groups: file.entries('groups', nameSchema, groupSchemaFor),
    firstAdministrator: file.value('firstAdministrator', userSchema),
    feeTypes: file.items('feeTypes', feeTypeSchema),
    stopReasons: file.items('stopReasons', stopReasonSchema),
    cardTags: file.items('cardTags', nameSchema),
    campaigns: file.items('campaigns', campaignSchema),
    approvalRules: file.value('approvalRules', approvalRulesSchema),
    funds: file.items('fundsReceived', fundsSchema),
  }
  file.reportUnknownSections()
  return sections
}

/** The ids of the fee types that the server itself charges, each with the reason for the charge. */
const requiredFees = [
  [CARD_ISSUE_FEE, 'for each card that is issued'],
  [BATCH_LOAD_FEE, 'for each row of a batch load'],
] as const

/** Checks the sections against each other. */
function checkSections(sections: Sections, today: CalendarDate, faults: Faults): void {
  const { firstAdministrator, feeTypes } = sections
  if (firstAdministrator) {
    const path = ['firstAdministrator', 'group']
    const group = new Map(sections.groups).get(firstAdministrator.group)
    if (!group) faults.add(path, `there is no group '${firstAdministrator.group}' in this file`)
    else if (!group.permissions.includes('User.write'))
      faults.add(path, "the first administrator needs a group with 'User.write', so as to add others")
  }
  faults.addDuplicates('feeTypes', feeTypes, ({ id }) => String(id), 'id')
  faults.addDuplicates('feeTypes', feeTypes, (type) => type.name, 'name')
  faults.addDuplicates('stopReasons', sections.stopReasons, ({ id }) => String(id), 'id')
  faults.addDuplicates('stopReasons', sections.stopReasons, (reason) => reason.name, 'name')
  faults.addDuplicates('cardTags', sections.cardTags, (tag) => tag)
  faults.addDuplicates('campaigns', sections.campaigns, (campaignInFile) => campaignInFile.name, 'name')
  faults.addDuplicates('fundsReceived', sections.funds, ({ reference }) => reference, 'reference')
  const hasFeeType = (id: string) => feeTypes.some(([, type]) => String(type.id) === id)
  if (feeTypes.length > 0) {
    for (const [id, reason] of requiredFees) {
      if (!hasFeeType(String(id)))
        faults.add(['feeTypes'], `fee type ${id} is missing, which the server charges ${reason}`)
    }
  }
  for (const [index, { loadMin, loadMax, balanceMax, fees }] of sections.campaigns) {
    if (loadMin > loadMax) faults.add(['campaigns', index, 'loadMin'], 'is more than loadMax')
    if (loadMax > balanceMax)
      faults.add(['campaigns', index, 'loadMax'], 'is more than balanceMax, which no card can reach')
    for (const id of Object.keys(fees)) {
      if (!hasFeeType(id)) faults.add(['campaigns', index, 'fees', id], `there is no fee type ${id} in feeTypes`)
    }
  }
  // A group or campaign can be missing because its own section has an error. Therefore names are checked only if there
  // is no error so far.
  if (!faults.hasAny()) checkNames(sections, faults)
  for (const [index, { above, upTo }] of (sections.approvalRules?.tiers ?? []).entries()) {
    if (upTo !== undefined && upTo <= above)
      faults.add(['approvalRules', 'tiers', index, 'upTo'], 'is not more than above')
  }
  for (const [index, { on }] of sections.funds) {
    if (on > today)
      faults.add(
        ['fundsReceived', index, 'on'],
        `${on} is in the future: funds are posted once they have been received`,
      )
  }
}

/** Checks that the groups and campaigns that the sections name are in the file. */
function checkNames({ groups, campaigns, approvalRules, firstAdministrator }: Sections, faults: Faults): void {
  const hasGroup = (name: string) => groups.some(([groupName]) => groupName === name)
  const hasCampaign = (name: string) => campaigns.some(([, campaignInFile]) => campaignInFile.name === name)
  const checkLimits = (path: Path, campaignNames: readonly string[] = []) => {
    for (const [index, name] of campaignNames.entries()) {
      if (!hasCampaign(name)) faults.add([...path, 'limitedTo', index], `there is no campaign '${name}' in this file`)
    }
  }
  for (const [groupName, { limitedTo }] of groups) checkLimits(['groups', groupName], limitedTo)
  const tiers = approvalRules?.tiers ?? []
  for (const [index, { subject, group: groupOfTier, campaigns: campaignNames = [] }] of tiers.entries()) {
    const path = ['approvalRules', 'tiers', index]
    const signingGroups = groups.filter(([name]) => groupOfTier === undefined || name === groupOfTier)
    const { permission } = approvalSubjectInfo[subject]
    const canAnyoneSign = signingGroups.some(([, group]) => group.permissions.includes(permission))
    if (signingGroups.length === 0) faults.add([...path, 'group'], `there is no group '${groupOfTier}' in this file`)
    else if (!canAnyoneSign) faults.add(path, `no one with '${permission}' could sign this`)
    for (const name of campaignNames) {
      if (!hasCampaign(name)) faults.add([...path, 'campaigns'], `there is no campaign '${name}' in this file`)
    }
  }
  const escalateTo = approvalRules?.reminder?.escalateTo
  if (escalateTo !== undefined && !hasGroup(escalateTo))
    faults.add(['approvalRules', 'reminder', 'escalateTo'], `there is no group '${escalateTo}' in this file`)
  checkLimits(['firstAdministrator'], firstAdministrator?.limitedTo)
}

const toCampaignPlan = (campaignInFile: CampaignInFile): CampaignPlan => ({
  name: campaignInFile.name,
  ica: campaignInFile.ica,
  isVirtual: campaignInFile.cards === 'virtual',
  pinLength: campaignInFile.pinLength,
  needsKyc: campaignInFile.needsIdentification,
  loadMinCents: campaignInFile.loadMin,
  loadMaxCents: campaignInFile.loadMax,
  balanceMaxCents: campaignInFile.balanceMax,
  cardPrefix: campaignInFile.cardPrefix,
  validityMonths: campaignInFile.validityMonths,
  holdDays: campaignInFile.holdDays,
  isClosed: campaignInFile.closed,
  fees: Object.entries(campaignInFile.fees).map(([id, chargeCents]) => ({ feeTypeId: Number(id), chargeCents })),
})
