// What the files of each client call columns and its currency, in its languages, besides what is known everywhere. Not among the
// client's other facts, which the sign-in page loads. A client whose files use the English words alone says so by no words of its own:
// `{ headings: {}, currency: [] }`.
import type { FileWords } from '#domain/rows/headings.ts'
import type { ClientKey } from './clients.ts'
import { client } from './current.ts'
import { singaporeWords } from './singapore-words.ts'

const ofClients: Readonly<Record<ClientKey, FileWords>> = { voyager: singaporeWords, harbour: singaporeWords }

export const fileWords: FileWords = ofClients[client.key as ClientKey]
