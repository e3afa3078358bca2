// The client of this build. Only this file knows how a build gets it (`CLIENT` at build time, see vite.config.ts).
import type { Client } from './client.ts'
import { clientByKey } from './clients.ts'
import { voyager } from './voyager.ts'

// Set by the build; undefined if the sources run unbuilt (unit tests).
declare const CLIENT_KEY: string | undefined

export const client: Client = (typeof CLIENT_KEY === 'string' ? clientByKey(CLIENT_KEY) : undefined) ?? voyager
