// Reads a client from the `portal` of its row in CLIENTS_FILE. A `portal` changes some values of a client of the build.
// So another customer needs another row, but no other build.
// Docs: docs/running/several-clients.md, "A client without a file in the build".
import { z } from 'zod'
import type { Client } from '#brand/client.ts'
import { clientByKey, clients } from '#brand/clients.ts'
import { type Language, languageNames } from '#domain/texts/languages.ts'
import { StartError } from './settings.ts'

/** The key is also the portal's path, and part of the scheme of its links (web+key), which allows only letters. */
const CLIENT_KEY = /^[a-z]{2,40}$/
/** A colour is written into the styles of the page, so nothing else is allowed. */
const COLOUR = /^oklch\(0?\.\d{1,4} 0?\.\d{1,4} \d{1,3}(\.\d{1,3})?\)$/

const textSchema = z.string().trim().min(1).max(60)
const colourSchema = z.string().regex(COLOUR)

const portalSchema = z.strictObject({
  like: z.string(),
  name: textSchema,
  ownerId: z.int().positive().optional(),
  languages: z
    .array(z.enum(Object.keys(languageNames) as Language[]))
    .min(1)
    .optional(),
  timeZone: z.string().refine(isTimeZone).optional(),
  timeZoneLabel: textSchema.optional(),
  orderCurrencySymbol: textSchema.optional(),
  maxMerchantSignUp: z.int().min(1).max(1000).optional(),
  draftDays: z.int().min(1).max(365).optional(),
  flags: z
    .strictObject({
      showStatementDevalue: z.boolean(),
      showStatementRetire: z.boolean(),
      showStatementStop: z.boolean(),
      showStatementActivate: z.boolean(),
      showChangePIN: z.boolean(),
      hideFees: z.boolean(),
    })
    .partial()
    .optional(),
  accent: z.strictObject({ light: colourSchema, dark: colourSchema }).optional(),
})

/** The client of a row with a `portal`. Throws a StartError about its first wrong field. */
export function rowToClient(key: string, portal: unknown): Client {
  if (clientByKey(key)) throw new StartError(`${key} is a client of the build, so its row cannot have a portal.`)
  if (!CLIENT_KEY.test(key)) throw new StartError(`'${key}' is also an address: use 2 to 40 letters from a to z.`)
  const parsed = portalSchema.safeParse(portal)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = ['portal', ...(issue?.path ?? [])].join('.')
    if (issue?.code === 'unrecognized_keys') throw new StartError(`${field} has no field ${issue.keys.join(', ')}.`)
    throw new StartError(`${field} is missing or wrong.`)
  }
  const { like, flags, languages, ...fields } = parsed.data
  const base = clientByKey(like)
  if (!base) throw new StartError(`portal.like is '${like}', but it must be one of ${Object.keys(clients).join(', ')}.`)
  // The schema ensures that there is at least one language.
  const ownLanguages = (languages ?? base.languages) as Client['languages']
  const unknownLanguage = ownLanguages.find((language) => !base.languages.includes(language))
  if (unknownLanguage !== undefined)
    throw new StartError(`portal.languages has ${unknownLanguage}, but ${like} has only ${base.languages.join(', ')}.`)
  return {
    ...base,
    ...withoutUndefined(fields),
    key,
    like,
    basePath: `/${key}/`,
    languages: ownLanguages,
    flags: { ...base.flags, ...withoutUndefined(flags ?? {}) },
  }
}

/** The same fields, none of which is undefined. */
type Defined<T> = { readonly [Name in keyof T]: Exclude<T[Name], undefined> }

const withoutUndefined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
