// What was typed or chosen before any file was dropped, by kind of upload: a reload must not lose it.
import type { UploadType } from '#domain/uploads.ts'
import type { UploadOptions } from '#machines/upload-steps.ts'
import * as say from '#words/flows/upload.ts'
import { createKeptState } from '../kept-state.ts'

/** The text of a batch, the header of an order; what else is chosen for a batch is chosen anew for each. */
export type TypedOptions = Partial<Pick<UploadOptions, (typeof kept)[number]>>
const kept = ['reference', 'campaignId', 'quotationNumber', 'plasticId', 'designId'] as const

type Typed = Readonly<Partial<Record<UploadType, TypedOptions>>>

export const typedOptions = createKeptState<Typed>(say.batchReference, {}, (value) =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([type, typed]) => [type, readTyped(typed)]))
    : undefined,
)

// Earlier it was the reference alone.
const readTyped = (typed: unknown): TypedOptions =>
  typeof typed === 'string'
    ? { reference: typed }
    : Object.fromEntries(
        kept.flatMap((name) => {
          const text = isRecord(typed) ? typed[name] : undefined
          return typeof text === 'string' ? [[name, text]] : []
        }),
      )

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
