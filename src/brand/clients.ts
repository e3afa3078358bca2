// The table of clients: a new client is a file beside this one and a row here; the compiler then asks for the words of its files
// (file-words.ts).
import type { Client } from './client.ts'
import { harbour } from './harbour.ts'
import { voyager } from './voyager.ts'

const table = { voyager, harbour } satisfies Readonly<Record<string, Client>>

export type ClientKey = keyof typeof table
export const clients: Readonly<Record<string, Client>> = table

/** The client with that key, or undefined if there is none. */
export const clientByKey = (key: string): Client | undefined => (Object.hasOwn(clients, key) ? clients[key] : undefined)
