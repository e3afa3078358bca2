// Converts a wizard's context to its stored form and back. The stored form has a type and a version that do not depend
// on the context. Stored values are validated before use.
import type { Funding } from '#domain/funding.ts'
import { isMessage, onlyMessages } from '#domain/message-text.ts'
import { readAssumptions } from '#domain/rows/reading.ts'
import type { StoredUpload, UploadContext, UploadInput, UploadStep } from './upload-steps.ts'
import { noFigures, defaultOptions } from './upload-steps.ts'

export function contextToStored(context: UploadContext, step: UploadStep): StoredUpload {
  return {
    version: 1,
    step,
    options: context.options,
    file: context.file ?? { name: '', facts: [], damage: [] },
    duplicateReason: context.duplicateReason,
    ...(context.verification && { verification: context.verification }),
    ...(context.intent && step === 'outcomeUnknown' && { intent: context.intent }),
    // Texts from the server's responses are not stored.
    ...(context.notice && context.notice.message.code !== 'serverMessage' && { notice: context.notice }),
  }
}

/**
 * The stored form of a draft that is set aside because the user opens another file; undefined if no file is open. A submission without a response stays an
 * unknown outcome. Any check must be repeated.
 */
export function contextToDraftSetAside(context: UploadContext): StoredUpload | undefined {
  if (context.file === undefined) return undefined
  const {
    notice: _,
    verification: __,
    ...stored
  } = contextToStored(context, context.intent ? 'outcomeUnknown' : 'reviewing')
  return stored
}

/** A wizard without a draft starts in its first step, otherwise in the step where the user left the draft. */
export function inputToContext({ type, options, draft }: UploadInput): UploadContext {
  return {
    type,
    options: draft?.stored.options ?? options,
    chosen: {},
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
  const isValid =
    (step === 'choosing' || step === 'reviewing' || step === 'confirming' || step === 'outcomeUnknown') &&
    isRecord(options) &&
    (options['identifierType'] === 1 || options['identifierType'] === 2) &&
    typeof options['reference'] === 'string' &&
    typeof options['noIdentifierValidation'] === 'boolean' &&
    (options['retire'] === undefined || typeof options['retire'] === 'boolean') &&
    (options['fillUp'] === undefined || typeof options['fillUp'] === 'boolean') &&
    (options['fillUpTo'] === undefined || typeof options['fillUpTo'] === 'string') &&
    headerFields.every((field) => options[field] === undefined || typeof options[field] === 'string') &&
    isRecord(file) &&
    typeof file['name'] === 'string' &&
    typeof duplicateReason === 'string' &&
    (verification === undefined || isVerification(verification)) &&
    (intent === undefined || isIntent(intent)) &&
    // Without the requestId, an unknown outcome could never be found out.
    (step !== 'outcomeUnknown' || intent !== undefined)
  return isValid ? withDefaults(value as unknown as StoredUpload) : undefined
}

const headerFields = ['campaignId', 'quotationNumber', 'plasticId', 'designId'] as const

/** Adds defaults for options that the draft does not have, and removes messages that this version does not know. */
const withDefaults = ({ notice, file, ...stored }: StoredUpload): StoredUpload => ({
  ...stored,
  options: { ...defaultOptions, ...stored.options },
  file: {
    ...file,
    facts: onlyMessages(file.facts),
    damage: onlyMessages(file.damage),
    assumed: readAssumptions(file.assumed),
  },
  ...(notice && isMessage(notice.message) && { notice }),
})

const isIntent = (value: unknown): boolean =>
  isRecord(value) && typeof value['requestId'] === 'string' && typeof value['sentAt'] === 'string'

const isVerification = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value['at'] === 'string' &&
  typeof value['contentVersion'] === 'number' &&
  (value['issueFeeCents'] === undefined || typeof value['issueFeeCents'] === 'number') &&
  (value['funding'] === undefined || isFunding(value['funding'])) &&
  isArrayOf(
    value['earlier'],
    (upload) => isRecord(upload) && ['id', 'by', 'at', 'state'].every((key) => typeof upload[key] === 'string'),
  )

const isFunding = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value['currency'] === 'string' &&
  figuresOfFunding.every((key) => typeof value[key] === 'number')
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
