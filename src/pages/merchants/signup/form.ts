// The values of the Merchant Sign Up form. They survive a reload, only for this tab and its user.
import { type MerchantEntry, type MerchantFieldName, merchantFields } from '#domain/merchants/entry.ts'
import { createPersistedState } from '#flows/persisted-state.ts'

export const EMPTY = Object.fromEntries(merchantFields.map(({ name }) => [name, ''])) as Record<
  MerchantFieldName,
  string
>

export const merchantForm = createPersistedState<MerchantEntry>('merchant-sign-up', EMPTY, (kept) =>
  isEntry(kept) ? kept : undefined,
)

const isEntry = (kept: unknown): kept is MerchantEntry =>
  typeof kept === 'object' &&
  kept !== null &&
  merchantFields.every(({ name }) => typeof (kept as Partial<Record<string, unknown>>)[name] === 'string')
