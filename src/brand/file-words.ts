// What the files of each client call columns and its currency, in its languages, besides what is known everywhere. Not among the
// client's other facts, which the sign-in page loads.
import type { FileWords } from '#domain/rows/headings.ts'
import { client } from './current.ts'
import { singaporeWords } from './singapore-words.ts'

const ofClients: Readonly<Record<string, FileWords>> = { voyager: singaporeWords, harbour: singaporeWords }

export const fileWords: FileWords = ofClients[client.key] ?? { headings: {}, currency: [] }
