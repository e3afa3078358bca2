// The sentences for a sign-in by the company's login that was refused: what happened, and what to do.
import { m } from '#words/messages.js'
import type { Services } from '#server/operations/context.ts'
import type { ProviderClaims } from '#server/db/access-tables.ts'
import type { ProviderRefusal } from '#server/sessions/provider-logins.ts'

/** The values that a sentence can name. */
interface Values {
  readonly provider: string
  readonly email: string
}

const texts: Readonly<Record<ProviderRefusal, (values: Values) => string>> = {
  denied: ({ provider }) => m.access_providerDenied({ provider }),
  failed: ({ provider }) => m.access_providerFailed({ provider }),
  unreachable: ({ provider }) => m.access_providerUnreachable({ provider }),
  noAccount: ({ provider, email }) => m.access_providerNoAccount({ provider, email }),
  emailNotVerified: ({ provider }) => m.access_providerEmailNotVerified({ provider }),
  severalAccounts: ({ email }) => m.access_providerSeveralAccounts({ email }),
  linkedToAnother: ({ provider, email }) => m.access_providerLinkedToAnother({ provider, email }),
  noGroup: ({ provider }) => m.access_providerNoGroup({ provider }),
  unknownGroup: ({ provider }) => m.access_providerUnknownGroup({ provider }),
}

export const refusalText = (
  { settings }: Pick<Services, 'settings'>,
  refusal: ProviderRefusal,
  claims: Pick<ProviderClaims, 'email'> | null | undefined,
): string => texts[refusal]({ provider: settings.provider?.name ?? '', email: claims?.email ?? '' })
