// The configuration of a client of this white-label portal. Only this folder names clients. No other code depends on
// which client it serves.

import type { Language } from '#domain/texts/languages.ts'
import type { FileWords } from '#domain/rows/headings.ts'

/** The configuration of one client. */
export interface Client {
  /** The key by which the server chooses the client (`CLIENT`). Its pictures are in public/clients/<key>. */
  readonly key: string
  /**
   * Only for a client that is a row of CLIENTS_FILE: the key of the built-in client whose pictures and sentences it
   * uses.
   */
  readonly like?: string
  /**
   * The owner whose users and cards the client serves. Calls without a session send this id, and the server checks it.
   */
  readonly ownerId: number
  /** The path under which the portal is served, with both slashes. */
  readonly basePath: string
  readonly name: string
  /** The languages that its users can choose. The first is the default if the user's browser prefers none of them. */
  readonly languages: readonly [Language, ...Language[]]
  /** The IANA time zone of calendar dates and schedules. */
  readonly timeZone: string
  /** The short name of the time zone, shown after times. */
  readonly timeZoneLabel: string
  /** Symbol in front of order amounts. */
  readonly orderCurrencySymbol: string
  /** Maximum number of merchants in a user's list, unless the server has another setting. */
  readonly maxMerchantSignUp: number
  /** Days that a draft stays on a device after it was saved last. */
  readonly draftDays: number
  readonly flags: {
    readonly showStatementDevalue: boolean
    readonly showStatementRetire: boolean
    readonly showStatementStop: boolean
    readonly showStatementActivate: boolean
    readonly showChangePIN: boolean
    readonly hideFees: boolean
  }
  /**
   * The accent colour for light and dark mode, in OKLCH. Text on it (`--on-accent`: white in light mode, nearly black
   * in dark mode) has a contrast of at least 4.5:1.
   */
  readonly accent: { readonly light: string; readonly dark: string }
  /**
   * The company's login. Undefined if users log in with passwords. The files in this folder never contain it. The
   * server adds it to the page if the server's settings have a company's login.
   */
  readonly signIn?:
    | {
        /** The name on the button. */
        readonly provider: string
        /** False if only the emergency user can log in with a password. */
        readonly hasPasswords: boolean
      }
    | undefined
  /** Terms for columns and currency in files, in addition to the headings that all clients share. */
  readonly fileWords: FileWords
  /** Set by the server if its database is a sandbox. */
  readonly isSandbox?: boolean
  /** Set by the server if it runs the demo programme. */
  readonly isDemo?: boolean
}
