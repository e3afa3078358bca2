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
  /**
   * The numbers of the steps on screen (from 0). Rows are reviewed either in the step where the file was chosen, or in
   * a separate step.
   */
  readonly steps: { readonly reviewing: 0 | 1; readonly confirming: 1 | 2 }
  /** The reason why no file can be read with these options, or undefined. */
  readonly fileRefusal: (options: UploadOptions) => Message | undefined
  /** The reason why the last step cannot be entered with these options, or undefined. */
  readonly optionsRefusal: (options: UploadOptions) => Message | undefined
  /** The reason why the server cannot check rows with these options, or undefined. */
  readonly checkRefusal: (options: UploadOptions) => Message | undefined
  /** The options that the server uses to check rows. A changed option makes the last response invalid. */
  readonly verifiedOptions: readonly (keyof UploadOptions)[]
  /** True if one row with an error prevents the submission. Otherwise that row is left out and stays as a draft. */
  readonly needsAllValid: boolean
  /** True if rows are checked automatically on the way to the last step. */
  readonly checksBeforeLastStep: boolean
}

/** The reason why the target balance for rows without one is wrong. Undefined if it is right or left out. */
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
  verifiedOptions: ['identifierType', 'retire', 'fillUp', 'fillUpTo'],
  needsAllValid: true,
  checksBeforeLastStep: false,
})

const orderRules = (type: OrderType): UploadRules => ({
  steps: { reviewing: 0, confirming: 1 },
  fileRefusal: () => undefined,
  optionsRefusal: (options) => {
    const refusals = headerRefusals(type, options)
    const refusedField = (Object.keys(headerCodes) as (keyof OrderHeader)[]).find(
      (field) => refusals[field] !== undefined,
    )
    return refusedField && { code: headerCodes[refusedField] }
  },
  checkRefusal: ({ campaignId }) =>
    campaignRefusal(campaignId) === undefined ? undefined : { code: headerCodes.campaignId },
  verifiedOptions: ['campaignId'],
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

const rulesOf = <Type extends UploadType>(kinds: Readonly<Record<Type, unknown>>, rules: (type: Type) => UploadRules) =>
  Object.fromEntries((Object.keys(kinds) as Type[]).map((type) => [type, rules(type)])) as Record<Type, UploadRules>

export const uploadRules: Readonly<Record<UploadType, UploadRules>> = {
  ...rulesOf(batchTypes, batchRules),
  ...rulesOf(orderTypes, orderRules),
}

/**
 * Options that affect the check of open rows on this device. In the first step they are not applied until the user
 * continues. All other options apply immediately.
 */
export const optionsOfRowCheck = [
  'identifierType',
  'noIdentifierValidation',
  'retire',
  'fillUp',
  'fillUpTo',
  'campaignId',
] as const

/** True if the server's response is still valid with the new options. */
export const keepsVerification = (type: UploadType, now: UploadOptions, next: UploadOptions): boolean =>
  uploadRules[type].verifiedOptions.every((option) => now[option] === next[option])
