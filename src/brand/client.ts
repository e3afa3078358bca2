// What may differ between two clients of the white label. Everything that names a client is in this folder;
// no other file may know which client it serves.

/** One client's configuration (access §3 "Client configuration"). */
export interface Client {
  /** Key by which build and host choose the client (`CLIENT`). */
  readonly key: string
  /** The owner whose users and cards the client serves; sent with the open calls, compared by the host, never trusted. */
  readonly ownerId: number
  /** Path the portal is served under, with both slashes. */
  readonly basePath: string
  readonly name: string
  /** Title of the top bar unless a page gives its own (access §2). */
  readonly title: string
  /** The folder of src/words in which portal and host speak. */
  readonly language: 'en'
  /** IANA zone in which calendar dates and schedules are meant, and the short name shown beside times. */
  readonly timeZone: string
  readonly timeZoneLabel: string
  /** Symbol in front of order amounts (batches §1). */
  readonly orderCurrencySymbol: string
  /** Merchants that a user's list may hold, unless the host is told another number (batches §9). */
  readonly maxMerchantSignUp: number
  /** Days that a draft stays on a device after it was saved last. */
  readonly draftDays: number
  /** How a holder has a new card activated, in one sentence of a short message. */
  readonly howToActivate: string
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
