// Keeps the options that were typed or chosen before a file was dropped, by type of upload, so that a reload does not
// lose them.
import { PAN, TRACKING_NUMBER } from '#domain/cards/identifiers.ts'
import type { UploadType } from '#domain/uploads.ts'
import type { UploadOptions } from '#machines/upload-steps.ts'
import { createPersistedState } from '../persisted-state.ts'

type TypedOptions = Readonly<Partial<Record<UploadType, Partial<UploadOptions>>>>

// The name in storage is older than most options. It stays, so that no stored option is lost.
export const typedOptions = createPersistedState<TypedOptions>('batch reference', {}, (stored) => {
  if (!isRecord(stored)) return undefined
  return Object.fromEntries(Object.entries(stored).map(([type, options]) => [type, readOptions(options)]))
})

/** Only the valid options. */
function readOptions(stored: unknown): Partial<UploadOptions> {
  if (!isRecord(stored)) return {}
  const validEntries = Object.entries(validators)
    .map(([name, isValid]) => ({ name, value: stored[name], isValid }))
    .filter(({ value, isValid }) => isValid(value))
  return Object.fromEntries(validEntries.map(({ name, value }) => [name, value]))
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isBoolean = (value: unknown): boolean => typeof value === 'boolean'

const validators: Readonly<Record<keyof UploadOptions, (value: unknown) => boolean>> = {
  reference: isText,
  identifierType: (value) => value === PAN || value === TRACKING_NUMBER,
  noIdentifierValidation: isBoolean,
  retire: isBoolean,
  fillUp: isBoolean,
  fillUpTo: isText,
  proposesTime: isBoolean,
  proposedDate: isText,
  proposedTime: isText,
  campaignId: isText,
  quotationNumber: isText,
  plasticId: isText,
  designId: isText,
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
