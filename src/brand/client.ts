// What can differ between two clients of the white label. Everything that names a client is in this folder;
// no other file may know which client it serves.

import type { Language } from '#domain/languages.ts'

/** The configuration of one client. */
export interface Client {
  /** Key by which build and server choose the client (`CLIENT`). */
  readonly key: string
  /**
   * The owner whose users and cards the client serves; sent with the open calls, compared by the server, never trusted.
   */
  readonly ownerId: number
  /** Path the portal is served under, with both slashes. */
  readonly basePath: string
  readonly name: string
  /** Title of the top bar unless a page has its own. */
  readonly title: string
  /** The languages that its users can choose. The first is for users whose browser asks for none of them. */
  readonly languages: readonly [Language, ...Language[]]
  /** IANA zone in which calendar dates and schedules are meant, and the short name shown beside times. */
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
  /** Accent in OKLCH for light and dark, chosen so that white text on it reaches 4.5:1. */
  readonly accent: { readonly light: string; readonly dark: string }
}

/** The compiler reports a text that is missing in one of the client's languages. */
export const defineClient = <const Offered extends Client['languages']>(
  client: Client & {
    readonly languages: Offered
    readonly howToActivate: Readonly<Record<Offered[number], string>>
  },
): Client => client
