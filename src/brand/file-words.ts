// Each client's words for columns and currency in files, in addition to the headings that all clients share
// (domain/heading-words.ts). They have their own file so that the sign-in page, which loads the client's settings, does
// not load them. A client without own words has `{ headings: {}, currency: [] }`.
import type { FileWords } from '#domain/rows/headings.ts'
import type { ClientKey } from './clients.ts'
import { client } from './current.ts'
import { singaporeWords } from './singapore-words.ts'

const ofClients: Readonly<Record<ClientKey, FileWords>> = { voyager: singaporeWords, harbour: singaporeWords }

export const fileWords: FileWords = ofClients[client.key as ClientKey]
