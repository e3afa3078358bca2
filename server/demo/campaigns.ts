// The demo programme's owners, campaigns, fee types, stop reasons and card tags.
import { sql } from 'kysely'
import { DEFAULT_HOLD_DAYS } from '#domain/feed/event-types.ts'
import { cents } from '#domain/money.ts'
import type { Db } from '#server/operations/context.ts'
import { BATCH_LOAD_FEE, CARD_ISSUE_FEE, FOREX_FEE } from '#server/ledger/fee-types.ts'
import { applyPlan, ownerAccountTypes } from '#server/programme/init/apply-plan.ts'
import type { ApprovalRulesPlan, CampaignPlan, ProgrammePlan } from '#server/programme/init/plan.ts'
import { demoGroups } from './groups.ts'

export interface DemoCampaign {
  readonly id: number
  readonly ownerId: number
  readonly name: string
  readonly ica: string
  readonly virtual: boolean
  /** 0 if the campaign requires no PIN. */
  readonly pinLength: number
  readonly kycRequired: boolean
  readonly loadMinCents: number
  readonly loadMaxCents: number
  readonly voucherMaxCents: number
  /** Fee type 14: the fee for each row of a batch load. */
  readonly batchFeeCents: number
  /** Fee type 5: the owner's fee for each issued card. */
  readonly issueFeeCents: number
  /** How long a new card is valid. */
  readonly validityMonths: number
}

/** The first digits of all demo cards. No issuer uses them. */
export const DEMO_PREFIX = '900001'

/** The ids of the owners. */
export const VOYAGER = 3
export const HARBOUR = 1

export const demoOwners = [
  { id: VOYAGER, name: 'Voyager', currency: 'SGD', symbol: 'S$', firstAccountId: 1 },
  { id: HARBOUR, name: 'Harbour', currency: 'SGD', symbol: 'S$', firstAccountId: 5 },
] as const

/** The id of an owner's account. An owner's accounts have consecutive ids, in the order of `ownerAccountTypes`. */
export function ownerAccountId(ownerId: number, kind: (typeof ownerAccountTypes)[number]): number {
  const firstId = demoOwners.find((owner) => owner.id === ownerId)?.firstAccountId ?? 0
  return firstId + ownerAccountTypes.indexOf(kind)
}

const usualCampaign = {
  virtual: false,
  pinLength: 0,
  kycRequired: false,
  loadMinCents: 100,
  loadMaxCents: 500_000,
  voucherMaxCents: 1_000_000,
  batchFeeCents: 0,
  issueFeeCents: 0,
  validityMonths: 36,
}

export const demoCampaigns: readonly DemoCampaign[] = [
  { ...usualCampaign, id: 1, ownerId: VOYAGER, name: 'Voyager Travel Card', ica: '4101', batchFeeCents: 50 },
  {
    ...usualCampaign,
    id: 2,
    ownerId: VOYAGER,
    name: 'Voyager Corporate Card',
    ica: '4102',
    pinLength: 6,
    kycRequired: true,
    batchFeeCents: 75,
    loadMaxCents: 1_000_000,
    voucherMaxCents: 2_500_000,
  },
  {
    ...usualCampaign,
    id: 3,
    ownerId: VOYAGER,
    name: 'Voyager Virtual Card',
    ica: '4103',
    virtual: true,
    validityMonths: 24,
    loadMaxCents: 200_000,
    voucherMaxCents: 400_000,
    issueFeeCents: 100,
  },
  {
    ...usualCampaign,
    id: 4,
    ownerId: VOYAGER,
    name: 'Voyager Gift Card',
    ica: '4104',
    loadMinCents: 500,
    loadMaxCents: 50_000,
    voucherMaxCents: 100_000,
    batchFeeCents: 25,
  },
  { ...usualCampaign, id: 5, ownerId: HARBOUR, name: 'Harbour Staff Card', ica: '4201', batchFeeCents: 40 },
]

/** The fee type of the monthly fee. */
export const MONTHLY_FEE = 2

const feeTypes = [
  {
    id: 1,
    name: 'Card Replacement Fee',
    names: { de: 'Ersatzkartengebühr', 'zh-Hans': '换卡费', ms: 'Fi Penggantian Kad', ar: 'رسم استبدال البطاقة' },
    chargeCents: cents(1_000),
  },
  {
    id: MONTHLY_FEE,
    name: 'Monthly Maintenance Fee',
    names: { de: 'Monatsgebühr', 'zh-Hans': '月费', ms: 'Fi Penyelenggaraan Bulanan', ar: 'رسم الصيانة الشهري' },
    chargeCents: cents(150),
  },
  {
    id: 3,
    name: 'Balance Enquiry Fee',
    names: { de: 'Saldoabfragegebühr', 'zh-Hans': '余额查询费', ms: 'Fi Pertanyaan Baki', ar: 'رسم الاستعلام عن الرصيد' },
    chargeCents: cents(50),
  },
  {
    id: 4,
    name: 'Cash Withdrawal Fee',
    names: { de: 'Bargeldgebühr', 'zh-Hans': '取现费', ms: 'Fi Pengeluaran Tunai', ar: 'رسم السحب النقدي' },
    chargeCents: cents(300),
  },
  {
    id: CARD_ISSUE_FEE,
    name: 'Card Issue Fee',
    names: { de: 'Kartenausgabegebühr', 'zh-Hans': '发卡费', ms: 'Fi Pengeluaran Kad', ar: 'رسم إصدار البطاقة' },
    chargeCents: cents(100),
  },
  {
    id: FOREX_FEE,
    name: 'Foreign Exchange Fee',
    names: { de: 'Fremdwährungsgebühr', 'zh-Hans': '外汇费', ms: 'Fi Tukaran Asing', ar: 'رسم صرف العملات' },
    chargeCents: cents(100),
  },
  {
    id: BATCH_LOAD_FEE,
    name: 'Batch Load Fee',
    names: { de: 'Aufladegebühr', 'zh-Hans': '批量充值费', ms: 'Fi Kelompok Tambah Nilai', ar: 'رسم دفعة الشحن' },
    chargeCents: cents(50),
  },
]

const stopReasons = [
  { id: 1, short: 'Lost', names: { de: 'Verloren', 'zh-Hans': '丢失', ms: 'Hilang', ar: 'مفقودة' } },
  { id: 2, short: 'Stolen', names: { de: 'Gestohlen', 'zh-Hans': '被盗', ms: 'Dicuri', ar: 'مسروقة' } },
  { id: 3, short: 'Damaged', names: { de: 'Beschädigt', 'zh-Hans': '损坏', ms: 'Rosak', ar: 'تالفة' } },
  {
    id: 4,
    short: 'Suspected fraud',
    names: { de: 'Betrugsverdacht', 'zh-Hans': '疑似欺诈', ms: 'Disyaki penipuan', ar: 'اشتباه في احتيال' },
  },
  {
    id: 5,
    short: 'Requested by cardholder',
    names: {
      de: 'Auf Wunsch des Karteninhabers',
      'zh-Hans': '持卡人要求',
      ms: 'Diminta oleh pemegang kad',
      ar: 'بطلب من حامل البطاقة',
    },
  },
]

export const cardTags = ['bookingId', 'department', 'tripName'] as const

/**
 * Creates both owners in the same way as `init`. The database must not have any campaigns or accounts, because the
 * cards expect them to have fixed ids.
 */
export async function insertProgramme(
  db: Db,
  options: { readonly timeZone: string; readonly now: number },
): Promise<void> {
  for (const table of ['campaign', 'account'])
    await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), 1, false)`.execute(db)
  for (const owner of demoOwners) await applyPlan(db, ownerToPlan(owner), options)
}

/**
 * Rules that show how to use the portal safely: a physical card with a load above 4,000.00 needs an approval. No rule
 * applies to other orders and batches.
 */
const demoApprovalRules: ApprovalRulesPlan = {
  tiers: [{ subject: 'physical', measure: 'largestRow', above: 400_000, signers: 1 }],
  inOrder: [],
}

const ownerToPlan = ({ id, name, currency, symbol }: (typeof demoOwners)[number]): ProgrammePlan => ({
  ownerId: id,
  ownerName: name,
  currency,
  symbol,
  feeTypes,
  stopReasons,
  cardTags,
  groups: demoGroups,
  campaigns: demoCampaigns.filter(({ ownerId }) => ownerId === id).map(campaignToPlan),
  // Funds are added month by month, with the cards' history.
  fundsReceived: [],
  approvalRules: id === VOYAGER ? demoApprovalRules : undefined,
})

const campaignToPlan = (demoCampaign: DemoCampaign): CampaignPlan => ({
  name: demoCampaign.name,
  ica: demoCampaign.ica,
  isVirtual: demoCampaign.virtual,
  pinLength: demoCampaign.pinLength,
  needsKyc: demoCampaign.kycRequired,
  loadMinCents: cents(demoCampaign.loadMinCents),
  loadMaxCents: cents(demoCampaign.loadMaxCents),
  balanceMaxCents: cents(demoCampaign.voucherMaxCents),
  cardPrefix: DEMO_PREFIX,
  validityMonths: demoCampaign.validityMonths,
  holdDays: DEFAULT_HOLD_DAYS,
  isClosed: false,
  fees: [
    { feeTypeId: MONTHLY_FEE, chargeCents: cents(150) },
    { feeTypeId: CARD_ISSUE_FEE, chargeCents: cents(demoCampaign.issueFeeCents) },
    { feeTypeId: BATCH_LOAD_FEE, chargeCents: cents(demoCampaign.batchFeeCents) },
  ],
})

/** Moves the sequences of these tables to their highest ids. Needed after inserting rows with fixed ids. */
export async function moveSequences(db: Db, tables: readonly ('card' | 'account')[]): Promise<void> {
  for (const table of tables) {
    const highestId = sql`SELECT coalesce(max(id), 1) FROM ${sql.table(table)}`
    await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), (${highestId}))`.execute(db)
  }
}
