// The table of clients: organisations that have their own portal. To add one, add a file beside this one and an entry
// here. The compiler then reports that its column words are missing in file-words.ts.
import type { Client } from './client.ts'
import { harbour } from './harbour.ts'
import { voyager } from './voyager.ts'

const table = { voyager, harbour } satisfies Readonly<Record<string, Client>>

export type ClientKey = keyof typeof table
export const clients: Readonly<Record<string, Client>> = table

/** The client with that key, or undefined if there is none. */
export const clientByKey = (key: string): Client | undefined => (Object.hasOwn(clients, key) ? clients[key] : undefined)
