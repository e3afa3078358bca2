// Keeps the result of each card of the last activation until the next activation begins. An activation needs no
// approval and appears in no list. Without this record, a reload would hide which cards were not activated.
import { PAN, TRACKING_NUMBER, type IdentifierType } from '#domain/cards/identifiers.ts'
import type { CardOutcome } from '#machines/upload-steps.ts'
import { createPersistedState } from '../persisted-state.ts'

export interface Activation {
  readonly identifierType: IdentifierType
  /** In the order in which they were sent. Empty if there is no activation to report. */
  readonly results: readonly CardOutcome[]
}

const NONE: Activation = { identifierType: PAN, results: [] }

export const lastActivation = createPersistedState<Activation>('last activation', NONE, (value) => {
  // Another version of the portal may have stored a different shape.
  const stored = (value ?? {}) as Partial<Record<keyof Activation, unknown>>
  // Undefined if another value is stored.
  const identifierType = ([PAN, TRACKING_NUMBER] as const).find((type) => type === stored.identifierType)
  const { results } = stored
  const areResults = Array.isArray(results) && results.every(isOutcome)
  return identifierType && areResults ? { identifierType, results } : undefined
})

export const forgetActivation = (): void => lastActivation.change(NONE)

const isOutcome = (value: unknown): value is CardOutcome => {
  const { identifier, activated, resultText } = (value ?? {}) as Partial<Record<keyof CardOutcome, unknown>>
  return typeof identifier === 'string' && typeof activated === 'boolean' && typeof resultText === 'string'
}
