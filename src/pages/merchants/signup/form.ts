// The values of the Merchant Sign Up form. They survive a reload, but only in the same tab and for the same user.
import { type MerchantEntry, type MerchantFieldName, merchantFields } from '#domain/merchants/entry.ts'
import { createPersistedState } from '#flows/persisted-state.ts'

// `merchantFields` has every field, which the type of `fromEntries` does not know.
export const EMPTY_ENTRY = Object.fromEntries(merchantFields.map(({ name }) => [name, ''])) as Record<
  MerchantFieldName,
  string
>

export const merchantForm = createPersistedState<MerchantEntry>('merchant-sign-up', EMPTY_ENTRY, (stored) =>
  isEntry(stored) ? stored : undefined,
)

function isEntry(stored: unknown): stored is MerchantEntry {
  if (typeof stored !== 'object' || stored === null) return false
  const values = stored as Partial<Record<MerchantFieldName, unknown>>
  return merchantFields.every(({ name }) => typeof values[name] === 'string')
}
