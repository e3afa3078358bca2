// Keeps the input of the form for a single row, by row type, so that a reload or closing the form by mistake does not
// lose it.
import type { TypedTexts } from '#domain/rows/typed-row.ts'
import { createPersistedState } from './persisted-state.ts'

type TypedRows = Readonly<Record<string, TypedTexts>>

export const typedRowState = createPersistedState<TypedRows>('typed row', {}, (stored) =>
  isTypedRows(stored) ? stored : undefined,
)

const isTypedRows = (stored: unknown): stored is TypedRows => isRecord(stored) && Object.values(stored).every(isTexts)

const isTexts = (texts: unknown): boolean =>
  isRecord(texts) && Object.values(texts).every((text) => typeof text === 'string')

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
