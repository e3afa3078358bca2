// The client of this build, chosen with `CLIENT` at build time (vite.config.ts).
import type { Language } from '#domain/languages.ts'
import type { Client } from './client.ts'
import { clientByKey } from './clients.ts'
import { voyager } from './voyager.ts'

// Set by the build; undefined in unit tests, which run the sources.
declare const CLIENT_KEY: string | undefined
// Set in the portal only: the server has the texts of all languages.
declare const PORTAL_LANGUAGES: readonly Language[] | undefined

const chosen: Client = (typeof CLIENT_KEY === 'string' ? clientByKey(CLIENT_KEY) : undefined) ?? voyager

/** In a portal that was built in some of the client's languages, it offers only these. */
export const client: Client = typeof PORTAL_LANGUAGES === 'undefined' ? chosen : inLanguages(chosen, PORTAL_LANGUAGES)

function inLanguages(full: Client, built: readonly Language[]): Client {
  const [first, ...others] = full.languages
  // The first is always built.
  return { ...full, languages: [first, ...others.filter((language) => built.includes(language))] }
}
