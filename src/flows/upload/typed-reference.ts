// The reference that was typed before any file was dropped, by kind of batch: a reload must not lose it.
import type { BatchType } from '#domain/batch/kinds.ts'
import { createKeptState } from '../kept-state.ts'

type Typed = Readonly<Partial<Record<BatchType, string>>>

export const typedReference = createKeptState<Typed>('batch reference', {}, (kept) =>
  typeof kept === 'object' && kept !== null && Object.values(kept).every((text) => typeof text === 'string')
    ? kept
    : undefined,
)
