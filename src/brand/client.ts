// The configuration of a client of this white-label portal. Only this folder names clients; no other code depends on
// which client it serves.

import type { Language } from '#domain/languages.ts'

/** The configuration of one client. */
export interface Client {
  /** The key with which build and server choose the client (`CLIENT`). */
  readonly key: string
  /**
   * The owner whose users and cards the client serves. Calls without a session send it; the server compares it, but
   * does not trust it.
   */
  readonly ownerId: number
  /** The path under which the portal is served, with both slashes. */
  readonly basePath: string
  readonly name: string
  /** The title of the top bar on pages without a title. */
  readonly title: string
  /** The languages that its users can choose. The first is the default if the user's browser prefers none of them. */
  readonly languages: readonly [Language, ...Language[]]
  /** The IANA time zone of calendar dates and schedules, and the short name that is shown after times. */
  readonly timeZone: string
  readonly timeZoneLabel: string
  /** Symbol in front of order amounts. */
  readonly orderCurrencySymbol: string
  /** Maximum number of merchants in a user's list, unless the server has another setting. */
  readonly maxMerchantSignUp: number
  /** Days that a draft stays on a device after it was saved last. */
  readonly draftDays: number
  /** How a holder has a new card activated, in one sentence of a short message, in each of the languages. */
  readonly howToActivate: Readonly<Partial<Record<Language, string>>>
  readonly flags: {
    readonly showStatementDevalue: boolean
    readonly showStatementRetire: boolean
    readonly showStatementStop: boolean
    readonly showStatementActivate: boolean
    readonly showChangePIN: boolean
    readonly hideFees: boolean
  }
  /** The accent colour for light and dark mode, in OKLCH. White text on it has a contrast of at least 4.5:1. */
  readonly accent: { readonly light: string; readonly dark: string }
}

/** The compiler reports a text that is missing in one of the client's languages. */
export const defineClient = <const Offered extends Client['languages']>(
  client: Client & {
    readonly languages: Offered
    readonly howToActivate: Readonly<Record<Offered[number], string>>
  },
): Client => client
