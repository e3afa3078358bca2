// Converts a wizard's context to its stored form and back. The stored form has its own type and version, so that drafts
// stay readable when the context changes. Stored values are validated before use.
import type { Funding } from '#domain/funding/funds.ts'
import { isMessage, onlyMessages } from '#domain/messages/to-text.ts'
import { readAssumptions } from '#domain/rows/reading.ts'
import type { RepeatedBatch, StoredUpload, UploadContext, UploadInput, UploadStep } from './upload-steps.ts'
import { noFigures, defaultOptions } from './upload-steps.ts'

export function contextToStored(context: UploadContext, step: UploadStep): StoredUpload {
  const { intent, notice } = context
  const waitingIntent = step === 'outcomeUnknown' ? intent : undefined
  // Texts from the server's responses are not stored.
  const storedNotice = notice?.message.code === 'serverMessage' ? undefined : notice
  return {
    version: 1,
    step,
    options: context.options,
    // A context that is stored always has a file.
    file: context.file ?? { name: '', facts: [], damage: [] },
    duplicateReason: context.duplicateReason,
    ...(context.verification && { verification: context.verification }),
    ...(waitingIntent && { intent: waitingIntent }),
    ...(storedNotice && { notice: storedNotice }),
  }
}

/**
 * The stored form of a draft that is set aside because the user opens another file. Undefined if no file is open. A
 * submission without a response keeps the step 'outcomeUnknown'. The notice and the result of the check are left out,
 * so that the file is checked again.
 */
export function contextToDraftSetAside(context: UploadContext): StoredUpload | undefined {
  if (context.file === undefined) return undefined
  const step = context.intent ? 'outcomeUnknown' : 'reviewing'
  return contextToStored({ ...context, notice: undefined, verification: undefined }, step)
}

/** A wizard without a draft starts in its first step. A wizard with a draft starts where the user left the draft. */
export function inputToContext({ type, options, draft }: UploadInput): UploadContext {
  return {
    type,
    options: draft?.stored.options ?? options,
    nextOptions: {},
    file: draft?.stored.file,
    figures: draft?.figures ?? noFigures,
    fileToMap: undefined,
    source: undefined,
    verification: draft?.stored.verification,
    errorCountBeforeCheck: 0,
    duplicateReason: draft?.stored.duplicateReason ?? '',
    intent: draft?.stored.intent,
    notice: draft?.stored.notice,
    uploadId: undefined,
    results: [],
    draftStep: draft?.stored.step,
  }
}

/** A stored wizard. Undefined if this version of the portal cannot read it. Never throws. */
export function readStoredUpload(value: unknown): StoredUpload | undefined {
  if (!isRecord(value) || value['version'] !== 1) return undefined
  const { step, options, file, verification, intent, duplicateReason } = value
  if (!storedSteps.some((storedStep) => storedStep === step) || !areOptionsValid(options)) return undefined
  if (!isRecord(file) || typeof file['name'] !== 'string' || typeof duplicateReason !== 'string') return undefined
  if (verification !== undefined && !isVerification(verification)) return undefined
  if (intent !== undefined && !isIntent(intent)) return undefined
  // Without the requestId, an unknown outcome could never be found out.
  if (step === 'outcomeUnknown' && intent === undefined) return undefined
  return withDefaults(value as unknown as StoredUpload)
}

const storedSteps: readonly UploadStep[] = ['choosing', 'reviewing', 'confirming', 'outcomeUnknown']

function areOptionsValid(options: unknown): boolean {
  if (!isRecord(options)) return false
  const { identifierType, reference, noIdentifierValidation } = options
  const hasIdentifierType = identifierType === 1 || identifierType === 2
  const hasRequired = typeof reference === 'string' && typeof noIdentifierValidation === 'boolean'
  const isMissingOr = (name: string, type: 'string' | 'boolean') =>
    options[name] === undefined || typeof options[name] === type
  const areTextsValid = optionalTexts.every((name) => isMissingOr(name, 'string'))
  const areFlagsValid = optionalFlags.every((name) => isMissingOr(name, 'boolean'))
  return hasIdentifierType && hasRequired && areTextsValid && areFlagsValid
}

const optionalFlags = ['retire', 'fillUp', 'proposesTime'] as const
const optionalTexts = [
  'fillUpTo',
  'proposedDate',
  'proposedTime',
  'campaignId',
  'quotationNumber',
  'plasticId',
  'designId',
] as const

/** Adds defaults for options that the draft does not have, and removes messages that this version does not know. */
function withDefaults({ notice, file, ...stored }: StoredUpload): StoredUpload {
  const hasKnownNotice = notice !== undefined && isMessage(notice.message)
  return {
    ...stored,
    options: { ...defaultOptions, ...stored.options },
    file: {
      ...file,
      facts: onlyMessages(file.facts),
      damage: onlyMessages(file.damage),
      assumed: readAssumptions(file.assumed),
      repeats: isRepeatedBatch(file.repeats) ? file.repeats : undefined,
    },
    ...(hasKnownNotice && { notice }),
  }
}

function isRepeatedBatch(value: unknown): value is RepeatedBatch {
  if (!isRecord(value)) return false
  const { batchId, submittedAt, changes } = value
  return typeof batchId === 'string' && typeof submittedAt === 'string' && isArrayOf(changes, isChangeSince)
}

/** True for an entry of `RepeatedBatch.changes`. */
function isChangeSince(value: unknown): boolean {
  if (!isRecord(value)) return false
  return typeof value['code'] === 'string' && isArrayOf(value['rows'], (row) => typeof row === 'number')
}

const isIntent = (value: unknown): boolean =>
  isRecord(value) && typeof value['requestId'] === 'string' && typeof value['sentAt'] === 'string'

function isVerification(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { at, contentVersion, issueFeeCents, funding, earlier } = value
  const hasVersion = typeof at === 'string' && typeof contentVersion === 'number'
  const isFeeValid = issueFeeCents === undefined || typeof issueFeeCents === 'number'
  const isFundingValid = funding === undefined || isFunding(funding)
  return hasVersion && isFeeValid && isFundingValid && isArrayOf(earlier, isEarlierUpload)
}

const isEarlierUpload = (value: unknown): boolean =>
  isRecord(value) && ['id', 'by', 'at', 'state'].every((key) => typeof value[key] === 'string')

function isFunding(value: unknown): boolean {
  if (!isRecord(value)) return false
  return typeof value['currency'] === 'string' && figuresOfFunding.every((key) => typeof value[key] === 'number')
}

const figuresOfFunding: readonly Exclude<keyof Funding, 'currency'>[] = [
  'balanceCents',
  'reservedCents',
  'reservedLaterCents',
  'neededCents',
  'missingCents',
  'failingRows',
]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isArrayOf = (value: unknown, isMember: (member: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isMember)
