// What became of each card of the last activation, until the next one begins: nothing of it waits for approval and no list has it, so
// that a reload, or a page that was left before the answer, must not lose which cards were not activated.
import { PAN, TRACKING_NUMBER, type IdentifierType } from '#domain/cards/identifiers.ts'
import type { CardOutcome } from '#machines/upload-steps.ts'
import { createKeptState } from '../kept-state.ts'

export interface Activation {
  readonly identifierType: IdentifierType
  /** In the order in which they were sent; none where there is no activation to tell of. */
  readonly results: readonly CardOutcome[]
}

const NONE: Activation = { identifierType: PAN, results: [] }

export const lastActivation = createKeptState<Activation>('last activation', NONE, (value) => {
  const kept = (value ?? {}) as Partial<Record<keyof Activation, unknown>>
  const identifierType = ([PAN, TRACKING_NUMBER] as const).find((type) => type === kept.identifierType)
  const { results } = kept
  return identifierType && Array.isArray(results) && results.every(isOutcome) ? { identifierType, results } : undefined
})

export const forgetActivation = (): void => lastActivation.change(NONE)

const isOutcome = (value: unknown): value is CardOutcome => {
  const { identifier, activated, resultText } = (value ?? {}) as Partial<Record<keyof CardOutcome, unknown>>
  return typeof identifier === 'string' && typeof activated === 'boolean' && typeof resultText === 'string'
}
