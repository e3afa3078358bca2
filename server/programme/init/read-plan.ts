// The file of `init` as a plan: everything that is wrong with it by itself, each with its line, all at once.
import { code as currencyOf } from 'currency-codes'
import * as z from 'zod'
import type { Client } from '#brand/client.ts'
import { permissions } from '#domain/access/permissions.ts'
import { holdsCardNumber } from '#domain/cards/identifiers.ts'
import { instantToDate, textToDate } from '#domain/dates.ts'
import { cents, type Cents, centsToText, MAX_AMOUNT_CENTS, wireToCents } from '#domain/money.ts'
import { tidyUser, userFaults, userFields } from '#domain/users/fields.ts'
import { BATCH_LOAD_FEE } from '#server/ledger/card-facts.ts'
import { CARD_ISSUE_FEE } from '#server/ledger/post-issued.ts'
import { Refused } from '../command.ts'
import type { UserToAdd } from '../user.ts'
import { type CommentedJson, MalformedJson, type Path, readCommentedJson } from './commented-json.ts'
import type { CampaignPlan, ProgrammePlan } from './plan.ts'

export interface ProgrammeFile {
  readonly plan: ProgrammePlan
  readonly firstAdministrator: UserToAdd
}

const NAME_LIMIT = 100
/** What funds may come in at once: 9,999,999,999.99. */
const MAX_FUNDS_CENTS = 999_999_999_999
/** Everything here has two decimals. */
const DECIMALS = 2
/** The product charges these by their ids. */
const NEEDED_FEES = [CARD_ISSUE_FEE, BATCH_LOAD_FEE]

/** Throws Refused with a sentence for each thing that is wrong, in the order of the lines. `now`: no money comes tomorrow. */
export function readProgrammeFile(text: string, client: Client, now: number): ProgrammeFile {
  const json = parse(text)
  const faults = createFaults(json)
  const file = sectionsOf(json.value, faults)

  const today = instantToDate(now, client.timeZone)
  const head = {
    client: file.value('client', mustBe(client.key, `the client that CLIENT names`)),
    ownerName: file.value('owner', name),
    timeZone: file.value('timeZone', mustBe(client.timeZone, `that of ${client.name}`)),
    currency: file.value('currency', currency),
    symbol: file.value('currencySymbol', mustBe(client.orderCurrencySymbol, `that of ${client.name}`)),
  }
  const groups = file.entries('groups', name, z.array(z.enum(permissions)).min(1))
  const administrator = file.value('firstAdministrator', user)
  const feeTypes = file.items('feeTypes', feeType)
  const stopReasons = file.items('stopReasons', stopReason)
  const cardTags = file.items('cardTags', name)
  const campaigns = file.items('campaigns', campaign)
  const fundsReceived = file.items('fundsReceived', funds)
  file.end()

  const group = groups.find(([title]) => title === administrator?.group)
  if (administrator && !group)
    faults.add(['firstAdministrator', 'group'], `there is no group '${administrator.group}' in this file`)
  if (group && !group[1].includes('User.write'))
    faults.add(
      ['firstAdministrator', 'group'],
      `the first administrator needs a group with 'User.write', so as to add others`,
    )
  faults.twice('feeTypes', feeTypes, ({ id }) => String(id), 'id')
  faults.twice('feeTypes', feeTypes, (one) => one.name, 'name')
  faults.twice('stopReasons', stopReasons, ({ id }) => String(id), 'id')
  faults.twice('stopReasons', stopReasons, (one) => one.name, 'name')
  faults.twice('cardTags', cardTags, (one) => one)
  faults.twice('campaigns', campaigns, (one) => one.name, 'name')
  faults.twice('fundsReceived', fundsReceived, ({ reference }) => reference, 'reference')
  for (const id of NEEDED_FEES)
    if (feeTypes.length > 0 && !feeTypes.some(([, one]) => one.id === id))
      faults.add(['feeTypes'], `fee type ${id} is missing, which the host charges (${id === CARD_ISSUE_FEE ? 'for each card that is issued' : 'for each row of a batch load'})`) // prettier-ignore
  for (const [at, one] of campaigns) judgeCampaign(one, ['campaigns', at], feeTypes.map(([, { id }]) => id), faults) // prettier-ignore
  for (const [at, { on }] of fundsReceived)
    if (on > today)
      faults.add(['fundsReceived', at, 'on'], `${on} is still to come: funds are posted once they are there`)

  const { ownerName, currency: code, symbol } = head
  if (faults.any() || ownerName === undefined || code === undefined || symbol === undefined || !administrator)
    throw new Refused(...faults.sentences())
  return {
    firstAdministrator: administrator,
    plan: {
      ownerId: client.ownerId,
      ownerName,
      currency: code,
      symbol,
      feeTypes: feeTypes.map(([, one]) => ({ id: one.id, name: one.name, chargeCents: one.charge })),
      stopReasons: stopReasons.map(([, one]) => ({ id: one.id, short: one.name })),
      cardTags: cardTags.map(([, one]) => one),
      groups: groups.map(([title, list]) => ({ name: title, permissions: permissions.filter((one) => list.includes(one)) })), // prettier-ignore
      campaigns: campaigns.map(([, one]) => toCampaignPlan(one)),
      fundsReceived: fundsReceived.map(([, { reference, on, amount }]) => ({ reference, on, amountCents: amount })),
    },
  }
}

function parse(text: string): CommentedJson {
  try {
    return readCommentedJson(text)
  } catch (error) {
    throw error instanceof MalformedJson ? new Refused(error.message) : error
  }
}

const name = z
  .string()
  .transform((text) => text.normalize('NFC').trim())
  .pipe(z.string().min(1, 'must not be empty').max(NAME_LIMIT, `has ${NAME_LIMIT} characters at most`))
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused here
  .refine(
    (text) => !/[\u0000-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2060-\u2069\ufeff]/.test(text),
    'holds characters that cannot be seen',
  ) // prettier-ignore
  .refine((text) => !holdsCardNumber(text), 'holds a card number: leave it out')

const mustBe = (value: string, why: string) =>
  z.string().refine((text) => text === value, { error: ({ input }) => `is '${String(input)}', but it must be '${value}', ${why}` }) // prettier-ignore

const currency = z.string().refine((text) => /^[A-Z]{3}$/.test(text) && currencyOf(text)?.digits === DECIMALS, {
  error: ({ input }) => `'${String(input)}' is no currency of ISO 4217 with two decimals: three capital letters`,
})

const amount = (least: number, most: number = MAX_AMOUNT_CENTS) =>
  z
    .string()
    .refine((text) => wireToCents(text) !== undefined, 'is no amount: write it as "1000.00", with two decimals')
    .transform((text): Cents => wireToCents(text) ?? cents(0))
    .refine((value) => value >= least && value <= most, `must be from ${centsToText(cents(least))} to ${centsToText(cents(most))}`) // prettier-ignore

const smallId = z.int().min(1).max(9999)
const feeType = z.strictObject({ id: smallId, name, charge: amount(0) })
const stopReason = z.strictObject({ id: smallId, name })

const day = z.string().transform((text, context) => {
  const date = textToDate(text)
  if (date === undefined) context.addIssue({ code: 'custom', message: 'is no day: write it as "2026-03-31"' })
  return date ?? z.NEVER
})
const funds = z.strictObject({ reference: name, on: day, amount: amount(1, MAX_FUNDS_CENTS) })

const campaign = z.strictObject({
  name,
  ica: z.string().regex(/^[0-9]{1,11}$/, 'must have digits only, 11 at most'),
  cards: z.enum(['physical', 'virtual']),
  pinLength: z.union([z.literal(0), z.int().min(4).max(12)], 'must be 0, where the cards have no PIN, or from 4 to 12'),
  needsIdentification: z.boolean(),
  loadMin: amount(1),
  loadMax: amount(1),
  balanceMax: amount(1),
  cardPrefix: z.nullable(z.string().regex(/^[0-9]{6,11}$/, 'must have 6 to 11 digits, or be null')),
  validityMonths: z.int().min(1).max(240),
  closed: z.boolean().default(false),
  fees: z.record(z.string(), amount(0)).default({}),
})
type CampaignInFile = z.output<typeof campaign>

const user = z
  .strictObject({ username: z.string(), firstname: z.string(), lastname: z.string(), email: z.string(), group: name })
  .transform((given) => tidyUser(given))
  .superRefine((given, context) => {
    const faults = userFaults({ ...given, groupId: given.group })
    for (const field of userFields)
      if (faults[field] !== undefined) context.addIssue({ code: 'custom', path: [field], message: faults[field] })
  })

function judgeCampaign(one: CampaignInFile, path: Path, feeIds: readonly number[], faults: Faults): void {
  if (one.loadMin > one.loadMax) faults.add([...path, 'loadMin'], 'is more than loadMax')
  if (one.loadMax > one.balanceMax)
    faults.add([...path, 'loadMax'], 'is more than balanceMax, which no card could hold')
  for (const id of Object.keys(one.fees))
    if (!feeIds.includes(Number(id))) faults.add([...path, 'fees', id], `there is no fee type ${id} in feeTypes`)
}

const toCampaignPlan = (one: CampaignInFile): CampaignPlan => ({
  name: one.name,
  ica: one.ica,
  isVirtual: one.cards === 'virtual',
  pinLength: one.pinLength,
  needsKyc: one.needsIdentification,
  loadMinCents: one.loadMin,
  loadMaxCents: one.loadMax,
  balanceMaxCents: one.balanceMax,
  cardPrefix: one.cardPrefix,
  validityMonths: one.validityMonths,
  isClosed: one.closed,
  fees: Object.entries(one.fees).map(([id, chargeCents]) => ({ feeTypeId: Number(id), chargeCents })),
})

/** Collects what is wrong where. */
interface Faults {
  readonly add: (path: Path, what: string) => void
  readonly issues: (path: Path, issues: readonly z.core.$ZodIssue[], input: unknown) => void
  /** What is there more than once by `keyOf`; the fault is told at the second one's `field`. */
  readonly twice: <T>(section: string, items: readonly (readonly [number, T])[], keyOf: (item: T) => string, field?: string) => void // prettier-ignore
  readonly any: () => boolean
  readonly sentences: () => readonly string[]
}

function createFaults({ lineOf }: CommentedJson): Faults {
  const found: { readonly line: number; readonly sentence: string }[] = []
  const add = (path: Path, what: string) => {
    const line = lineOf(path)
    found.push({ line, sentence: `Line ${line}, ${pathToText(path)}: ${what}.` })
  }
  return {
    add,
    issues: (path, issues, input) => {
      for (const issue of issues) {
        const inner = [...path, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))]
        if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add([...inner, key], 'is not known here')
        else add(inner, issueToWords(issue, valueAt(input, issue.path)))
      }
    },
    twice: (section, items, keyOf, field) => {
      const seen = new Set<string>()
      for (const [at, item] of items) {
        const key = keyOf(item)
        if (seen.has(key)) add([section, at, ...(field === undefined ? [] : [field])], `'${key}' is there twice`)
        seen.add(key)
      }
    },
    any: () => found.length > 0,
    sentences: () => found.toSorted((a, b) => a.line - b.line).map(({ sentence }) => sentence),
  }
}

/** 'campaigns[1].fees.14', counted from 1 as people do; the whole file is 'the file'. */
const pathToText = (path: Path): string =>
  path.length === 0
    ? 'the file'
    : path.map((part, at) => (typeof part === 'number' ? `[${part + 1}]` : at === 0 ? part : `.${part}`)).join('')

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inside, part) => (inside as Record<PropertyKey, unknown> | undefined)?.[part], value)

const typeWords: Readonly<Record<string, string>> = {
  string: 'must be a text in double quotes',
  int: 'must be a whole number',
  number: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list, in square brackets',
  object: 'must be a group of values, in curly brackets',
  record: 'must be a group of values, in curly brackets',
}

function issueToWords(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined) return 'is missing'
  if (issue.code === 'invalid_type') return typeWords[issue.expected] ?? issue.message
  if (issue.code === 'invalid_value') return `is ${JSON.stringify(value)}, but it must be one of ${issue.values.map((one) => `'${String(one)}'`).join(', ')}` // prettier-ignore
  if (issue.code === 'too_small' && issue.origin === 'array') return 'must not be empty'
  if (issue.code === 'too_small' && issue.origin !== 'string') return `must be ${String(issue.minimum)} or more`
  if (issue.code === 'too_big' && issue.origin !== 'string') return `must be ${String(issue.maximum)} or less`
  return issue.message
}

/** The parts of the file, each read by itself, so that a fault in one hides none in another. */
function sectionsOf(value: unknown, faults: Faults) {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject) faults.add([], 'must be a group of values, in curly brackets')
  const file = (isObject ? value : {}) as Record<string, unknown>
  const known = new Set<string>()
  const read = <T>(path: Path, schema: z.ZodType<T>, input: unknown): T | undefined => {
    const parsed = schema.safeParse(input)
    if (!parsed.success) faults.issues(path, parsed.error.issues, input)
    return parsed.data
  }
  const section = (key: string): unknown => {
    known.add(key)
    return file[key]
  }
  return {
    value: <T>(key: string, schema: z.ZodType<T>): T | undefined => {
      const input = section(key)
      return isObject ? read([key], schema, input) : undefined
    },
    /** A list, and the position of each that is right. */
    items: <T>(key: string, schema: z.ZodType<T>): readonly (readonly [number, T])[] => {
      const list = isObject ? read([key], z.array(z.unknown()), section(key)) : undefined
      return (list ?? []).flatMap((input, at) => {
        const item = read([key, at], schema, input)
        return item === undefined ? [] : [[at, item] as const]
      })
    },
    /** A group of values under names of the writer's own. */
    entries: <T>(
      key: string,
      keySchema: z.ZodType<string>,
      schema: z.ZodType<T>,
    ): readonly (readonly [string, T])[] => {
      const group = isObject ? read([key], z.record(z.string(), z.unknown()), section(key)) : undefined
      return Object.entries(group ?? {}).flatMap(([title, input]) => {
        const [tidy, item] = [read([key, title], keySchema, title), read([key, title], schema, input)]
        return tidy === undefined || item === undefined ? [] : [[tidy, item] as const]
      })
    },
    /** What nobody has asked for. */
    end: () => {
      for (const key of Object.keys(file)) if (!known.has(key)) faults.add([key], 'is not known here')
    },
  }
}
