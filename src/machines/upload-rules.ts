// Rules that differ by type of upload. All types share one state machine.
import { type BatchType, batchTypes } from '#domain/batch/types.ts'
import { validateReference } from '#domain/batch/reference.ts'
import { type Message, message, type MessageCode } from '#domain/messages/message.ts'
import { textToCents } from '#domain/money.ts'
import { type OrderHeader, campaignRefusal, headerRefusals } from '#domain/order/header.ts'
import { type OrderType, orderTypes } from '#domain/order/types.ts'
import type { UploadType } from '#domain/uploads.ts'
import type { UploadOptions } from './upload-steps.ts'

export interface UploadRules {
  /** On which step the rows are reviewed, and on which step the upload is confirmed. In step 0 the file is chosen. */
  readonly steps: { readonly reviewing: 0 | 1; readonly confirming: 1 | 2 }
  /** The reason why no file can be read with these options. Undefined if a file can be read. */
  readonly fileRefusal: (options: UploadOptions) => Message | undefined
  /** The reason why the last step cannot be entered with these options. Undefined if it can be entered. */
  readonly optionsRefusal: (options: UploadOptions) => Message | undefined
  /** The reason why the server cannot check rows with these options. Undefined if it can check them. */
  readonly checkRefusal: (options: UploadOptions) => Message | undefined
  /** The options that the server uses to check rows. A changed option makes the last response invalid. */
  readonly optionsOfServerCheck: readonly (keyof UploadOptions)[]
  /** True if rows with errors prevent the submission. Otherwise these rows are left out and stay as a draft. */
  readonly needsAllValid: boolean
  /** True if rows are checked automatically on the way to the last step. */
  readonly checksBeforeLastStep: boolean
}

/** Why the typed default target balance is wrong. It applies to rows that state none. Undefined if it is valid. */
export function fillUpRefusal({ fillUp, fillUpTo }: Pick<UploadOptions, 'fillUp' | 'fillUpTo'>): Message | undefined {
  const typed = fillUpTo.trim()
  if (!fillUp || typed === '') return undefined
  const isAmount = typeof textToCents(typed) === 'number'
  return isAmount ? undefined : message('targetBalance')
}

const batchRules = (type: BatchType): UploadRules => ({
  steps: { reviewing: 1, confirming: 2 },
  // The load reference is required.
  fileRefusal: ({ reference, ...options }) => validateReference(reference, type) ?? fillUpRefusal(options),
  optionsRefusal: () => undefined,
  checkRefusal: () => undefined,
  // With another identifier type the server's response would be about other cards. Retiring and filling up change the
  // result of the check.
  optionsOfServerCheck: ['identifierType', 'retire', 'fillUp', 'fillUpTo'],
  needsAllValid: true,
  checksBeforeLastStep: false,
})

const orderRules = (type: OrderType): UploadRules => ({
  steps: { reviewing: 0, confirming: 1 },
  fileRefusal: () => undefined,
  optionsRefusal: (options) => {
    const refusals = headerRefusals(type, options)
    const headerFields = Object.keys(headerCodes) as (keyof OrderHeader)[]
    const refusedField = headerFields.find((field) => refusals[field] !== undefined)
    return refusedField && { code: headerCodes[refusedField] }
  },
  checkRefusal: ({ campaignId }) =>
    campaignRefusal(campaignId) === undefined ? undefined : { code: headerCodes.campaignId },
  optionsOfServerCheck: ['campaignId'],
  // Rows with ERROR are excluded from totals and from submission.
  needsAllValid: false,
  checksBeforeLastStep: true,
})

const headerCodes: Readonly<Record<keyof OrderHeader, MessageCode>> = {
  campaignId: 'campaignFirst',
  quotationNumber: 'quotationNumberFirst',
  plasticId: 'shortenPlasticId',
  designId: 'shortenDesignId',
}

const rulesByType = Object.fromEntries([
  ...(Object.keys(batchTypes) as BatchType[]).map((type) => [type, batchRules(type)] as const),
  ...(Object.keys(orderTypes) as OrderType[]).map((type) => [type, orderRules(type)] as const),
])
// All types of upload have rules. The type of `Object.fromEntries` does not contain the names of the types.
export const uploadRules = rulesByType as Readonly<Record<UploadType, UploadRules>>

/**
 * Options that change how this device checks the rows of the opened file. In the first step, a change of such an option
 * is not applied until the user continues. All other options apply immediately.
 */
export const optionsOfLocalCheck = [
  'identifierType',
  'noIdentifierValidation',
  'retire',
  'fillUp',
  'fillUpTo',
  'campaignId',
] as const

/** True if the server's response about rows with the options `before` is still valid with the options `after`. */
export const keepsVerification = (type: UploadType, before: UploadOptions, after: UploadOptions): boolean =>
  uploadRules[type].optionsOfServerCheck.every((option) => before[option] === after[option])
