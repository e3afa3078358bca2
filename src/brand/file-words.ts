// Each client's words for columns and currency in files, in its languages, in addition to those known everywhere. They
// are separate from the client's other settings, which the sign-in page loads. A client whose files use only the
// English words has `{ headings: {}, currency: [] }`.
import type { FileWords } from '#domain/rows/headings.ts'
import type { ClientKey } from './clients.ts'
import { client } from './current.ts'
import { singaporeWords } from './singapore-words.ts'

const ofClients: Readonly<Record<ClientKey, FileWords>> = { voyager: singaporeWords, harbour: singaporeWords }

export const fileWords: FileWords = ofClients[client.key as ClientKey]
