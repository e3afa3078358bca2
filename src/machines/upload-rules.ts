// Rules per kind of upload; all kinds share one state machine.
import { type BatchType, batchKinds } from '#domain/batch/kinds.ts'
import { refuseReference } from '#domain/batch/reference.ts'
import { type OrderHeader, refuseCampaign, refuseHeader } from '#domain/order/header.ts'
import { type OrderType, orderKinds } from '#domain/order/kinds.ts'
import type { UploadType } from '#domain/uploads.ts'
import * as say from '#words/machines.ts'
import type { UploadOptions } from './upload-steps.ts'

export interface UploadRules {
  /** The steps that people see (from 0): rows are looked at where the file was chosen, or in a step of their own. */
  readonly steps: { readonly reviewing: 0 | 1; readonly confirming: 1 | 2 }
  /** Why no file is read with these options, or undefined. */
  readonly refuseFile: (options: UploadOptions) => string | undefined
  /** Why the last step may not be entered with these options, or undefined. */
  readonly refuseOptions: (options: UploadOptions) => string | undefined
  /** Why the host cannot be asked about rows with these options, or undefined. */
  readonly refuseCheck: (options: UploadOptions) => string | undefined
  /** What the host is told besides the rows when it checks them: another value makes its answer void. */
  readonly checkedBy: readonly (keyof UploadOptions)[]
  /** True where a row to fix keeps all others from being submitted; else it is left out and stays as a draft. */
  readonly needsAllSound: boolean
  /** True where the host is asked on the way to the last step without being told to before. */
  readonly asksOnTheWay: boolean
}

const batchRules = (type: BatchType): UploadRules => ({
  steps: { reviewing: 1, confirming: 2 },
  // The load reference is required.
  refuseFile: ({ reference }) => refuseReference(reference, type),
  refuseOptions: () => undefined,
  refuseCheck: () => undefined,
  // Another way of naming cards makes the host's answer one about other cards; whether they are retired is part of its verdict.
  checkedBy: ['identifierType', 'retire'],
  needsAllSound: true,
  asksOnTheWay: false,
})

const orderRules = (type: OrderType): UploadRules => ({
  steps: { reviewing: 0, confirming: 1 },
  refuseFile: () => undefined,
  refuseOptions: (options) => {
    const wrong = refuseHeader(type, options)
    const first = (Object.keys(headerWords) as (keyof OrderHeader)[]).find((field) => wrong[field] !== undefined)
    return first && headerWords[first]
  },
  refuseCheck: ({ campaignId }) => refuseCampaign(campaignId) && headerWords.campaignId,
  checkedBy: ['campaignId'],
  // Rows with ERROR are excluded from totals and from submission.
  needsAllSound: false,
  asksOnTheWay: true,
})

const headerWords: Readonly<Record<keyof OrderHeader, string>> = {
  campaignId: say.selectCampaignFirst,
  quotationNumber: say.enterQuotationNumber,
  plasticId: say.shortenPlasticIdFirst,
  designId: say.shortenDesignIdFirst,
}

const rulesOf = <Type extends UploadType>(kinds: Readonly<Record<Type, unknown>>, rules: (type: Type) => UploadRules) =>
  Object.fromEntries((Object.keys(kinds) as Type[]).map((type) => [type, rules(type)])) as Record<Type, UploadRules>

export const uploadRules: Readonly<Record<UploadType, UploadRules>> = {
  ...rulesOf(batchKinds, batchRules),
  ...rulesOf(orderKinds, orderRules),
}

/** Options that open rows are checked by. In the first step they wait until the user continues; the others take effect as they are typed. */
export const checkingOptions = ['identifierType', 'noIdentifierValidation', 'retire', 'campaignId'] as const

/** Whether the server's answer holds for the other options too. */
export const keepsVerification = (type: UploadType, now: UploadOptions, next: UploadOptions): boolean =>
  uploadRules[type].checkedBy.every((option) => now[option] === next[option])
