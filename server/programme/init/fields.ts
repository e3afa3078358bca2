// The schemas of the values in the file of `init`. A new section needs its schema here, its part of the plan (plan.ts,
// read-plan.ts), its step in apply-plan.ts, and a commented line in the sample.
import { code as currencyOf } from 'currency-codes'
import * as z from 'zod'
import {
  approvalSubjects,
  isAmountMeasure,
  MAX_REMINDER_HOURS,
  MAX_SIGNERS,
  MAX_TIERS,
  type TierMeasure,
  tierMeasures,
} from '#domain/approvals/rules.ts'
import { containsCardNumber } from '#domain/cards/identifiers.ts'
import { textToDate } from '#domain/calendar.ts'
import { DEFAULT_HOLD_DAYS } from '#domain/feed/event-types.ts'
import { languageNames, type Language } from '#domain/texts/languages.ts'
import { type Permission, permissions } from '#domain/access/permissions.ts'
import { cents, type Cents, centsToText, MAX_AMOUNT_CENTS, decimalToCents } from '#domain/money.ts'
import { hasInvisibleCharacters, tidyUser, validateUser, userFields } from '#domain/users/fields.ts'
import type { TierPlan } from './plan.ts'

const NAME_LIMIT = 100
/** The maximum amount of one receipt: 9,999,999,999.99. */
const MAX_FUNDS_CENTS = 999_999_999_999
/** All amounts have two decimals. */
const DECIMALS = 2

export const nameSchema = z
  .string()
  .transform((text) => text.normalize('NFC').trim())
  .pipe(z.string().min(1, 'must not be empty').max(NAME_LIMIT, `has ${NAME_LIMIT} characters at most`))
  .refine((text) => !hasInvisibleCharacters(text), 'contains invisible characters: type it again')
  .refine((text) => !containsCardNumber(text), 'contains a card number: remove it')

/**
 * The schema of a value that is set elsewhere. The file must repeat the value, so that no one uses the file of another
 * client by mistake. `why` says where the value is set.
 */
export const mustBe = (value: string, why: string) =>
  z.string().refine((text) => text === value, {
    error: ({ input }) => `is '${input as string}', but it must be '${value}', ${why}`,
  })

export const currencySchema = z
  .string()
  .refine((text) => /^[A-Z]{3}$/.test(text) && currencyOf(text)?.digits === DECIMALS, {
    error: ({ input }) =>
      `'${input as string}' is not an ISO 4217 currency with two decimals: write three capital letters`,
  })

const amount = (minCents: number, maxCents: number = MAX_AMOUNT_CENTS) =>
  z
    .string()
    .transform((text, context): Cents => {
      const value = decimalToCents(text)
      if (value === undefined)
        context.addIssue({ code: 'custom', message: 'is not an amount: write it as "1000.00", with two decimals' })
      return value ?? z.NEVER
    })
    .refine(
      (value) => value >= minCents && value <= maxCents,
      `must be from ${centsToText(cents(minCents))} to ${centsToText(cents(maxCents))}`,
    )

const idSchema = z.int().min(1).max(9999)
/** Translations of `name`, by language. */
const names = z.partialRecord(z.enum(Object.keys(languageNames) as [Language, ...Language[]]), nameSchema).default({})
export const feeTypeSchema = z.strictObject({ id: idSchema, name: nameSchema, names, charge: amount(0) })
export const stopReasonSchema = z.strictObject({ id: idSchema, name: nameSchema, names })

const day = z.string().transform((text, context) => {
  const date = textToDate(text)
  if (date === undefined) context.addIssue({ code: 'custom', message: 'is not a date: write it as "2026-03-31"' })
  return date ?? z.NEVER
})
export const fundsSchema = z.strictObject({ reference: nameSchema, on: day, amount: amount(1, MAX_FUNDS_CENTS) })

export const campaignSchema = z.strictObject({
  name: nameSchema,
  ica: z.string().regex(/^[0-9]{1,11}$/, 'must have digits only, 11 at most'),
  cards: z.enum(['physical', 'virtual']),
  pinLength: z.int().refine(isPinLength, 'must be 0, if the cards have no PIN, or from 4 to 12'),
  needsIdentification: z.boolean(),
  loadMin: amount(1),
  loadMax: amount(1),
  balanceMax: amount(1),
  cardPrefix: z.nullable(z.string().regex(/^[0-9]{6,11}$/, 'must have 6 to 11 digits, or be null')),
  validityMonths: z.int().min(1).max(240),
  holdDays: z.int().min(1).max(90).default(DEFAULT_HOLD_DAYS),
  closed: z.boolean().default(false),
  fees: z.record(z.string(), amount(0)).default({}),
})
export type CampaignInFile = z.output<typeof campaignSchema>

function isPinLength(digits: number): boolean {
  const hasPin = digits >= 4 && digits <= 12
  return hasPin || digits === 0
}

/** The schema of the limits of a tier: amounts or counts, according to what the tier measures. */
const limitSchemaOf = (measure: TierMeasure): z.ZodType<number> =>
  isAmountMeasure(measure) ? amount(0, MAX_FUNDS_CENTS) : z.int().min(0)

const tierSchema = z
  .strictObject({
    for: z.enum(approvalSubjects),
    measure: z.enum(tierMeasures).default('total'),
    // The schema of the two limits depends on `measure`, so `transform` parses them.
    above: z.unknown(),
    upTo: z.unknown().optional(),
    campaigns: z.array(nameSchema).min(1).optional(),
    signers: z.int().min(1).max(MAX_SIGNERS),
    group: nameSchema.optional(),
  })
  .transform(({ for: subject, above, upTo, ...tier }, context): TierPlan => {
    const limitSchema = limitSchemaOf(tier.measure)
    /** The value of a field. If it has errors, adds them and returns 0. */
    const read = (field: string, value: unknown): number => {
      const parsed = limitSchema.safeParse(value)
      for (const { message } of parsed.error?.issues ?? []) context.addIssue({ code: 'custom', path: [field], message })
      return parsed.data ?? 0
    }
    const tierPlan = { ...tier, subject, above: read('above', above) }
    return upTo === undefined ? tierPlan : { ...tierPlan, upTo: read('upTo', upTo) }
  })
export const approvalRulesSchema = z
  .strictObject({
    tiers: z.array(tierSchema).max(MAX_TIERS),
    inOrder: z.array(z.enum(approvalSubjects)).default([]),
    reminder: z
      .strictObject({ afterHours: z.int().min(1).max(MAX_REMINDER_HOURS), escalateTo: nameSchema.optional() })
      .optional(),
  })
  .optional()

const permissionsSchema = z.array(z.enum(permissions)).min(1)
const campaignNamesSchema = z.array(nameSchema).min(1).optional()

/**
 * The schema of a group. If the input is an object, the group has permissions, and campaigns that it is limited to.
 * Otherwise the group is the list of its permissions.
 */
export function groupSchemaFor(input: unknown): z.ZodType<GroupInFile> {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  return isObject
    ? z.strictObject({ permissions: permissionsSchema, limitedTo: campaignNamesSchema })
    : permissionsSchema.transform((list) => ({ permissions: list }))
}
export interface GroupInFile {
  readonly permissions: readonly Permission[]
  readonly limitedTo?: readonly string[] | undefined
}

export const userSchema = z
  .strictObject({
    username: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    email: z.string(),
    group: nameSchema,
    limitedTo: campaignNamesSchema,
  })
  .transform(({ limitedTo, ...userInFile }, context) => {
    const tidied = tidyUser(userInFile)
    const faults = validateUser({ ...tidied, groupId: tidied.group })
    for (const field of userFields) {
      const message = faults[field]
      if (message !== undefined) context.addIssue({ code: 'custom', path: [field], message })
    }
    return { ...tidied, limitedTo }
  })
