// Each client's terms for columns and currency in files, in addition to the headings that all clients share
// (domain/heading-words.ts). A separate file, so that the sign-in page does not load them with the client's settings. A
// client without special terms has `{ headings: {}, currency: [] }`.
import type { FileWords } from '#domain/rows/headings.ts'
import type { ClientKey } from './clients.ts'
import { client } from './current.ts'
import { singaporeFileWords } from './singapore-words.ts'

const wordsByClient: Readonly<Record<ClientKey, FileWords>> = {
  voyager: singaporeFileWords,
  harbour: singaporeFileWords,
}

export const fileWords: FileWords = wordsByClient[client.key as ClientKey]
