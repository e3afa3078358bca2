// The values of the Merchant Sign Up form. They survive a reload, but only in the same tab and for the same user.
import { type MerchantEntry, type MerchantFieldName, merchantFields } from '#domain/merchants/entry.ts'
import { createPersistedState } from '#flows/persisted-state.ts'

export const EMPTY_ENTRY = Object.fromEntries(merchantFields.map(({ name }) => [name, ''])) as Record<
  MerchantFieldName,
  string
>

export const merchantForm = createPersistedState<MerchantEntry>('merchant-sign-up', EMPTY_ENTRY, (stored) =>
  isEntry(stored) ? stored : undefined,
)

const isEntry = (stored: unknown): stored is MerchantEntry =>
  typeof stored === 'object' &&
  stored !== null &&
  merchantFields.every(({ name }) => typeof (stored as Partial<Record<string, unknown>>)[name] === 'string')
