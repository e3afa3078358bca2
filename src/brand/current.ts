// The client of this build, chosen with `CLIENT` at build time (vite.config.ts).
import type { Language } from '#domain/languages.ts'
import type { Client } from './client.ts'
import { clientByKey } from './clients.ts'
import { voyager } from './voyager.ts'

// Set by the build; undefined in unit tests, which run the sources.
declare const CLIENT_KEY: string | undefined
// Set in the portal only: the server has the texts of all languages.
declare const PORTAL_LANGUAGES: readonly Language[] | undefined

const clientOfBuild: Client = (typeof CLIENT_KEY === 'string' ? clientByKey(CLIENT_KEY) : undefined) ?? voyager

/** A portal that was built in only some of the client's languages offers only these. */
export const client: Client =
  typeof PORTAL_LANGUAGES === 'undefined' ? clientOfBuild : inLanguages(clientOfBuild, PORTAL_LANGUAGES)

function inLanguages(fullClient: Client, builtLanguages: readonly Language[]): Client {
  const [first, ...others] = fullClient.languages
  // The client's first language is always built.
  return { ...fullClient, languages: [first, ...others.filter((language) => builtLanguages.includes(language))] }
}
