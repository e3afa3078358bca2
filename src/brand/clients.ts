// The table of clients: organisations that have their own portal. To add a client, add a file in this folder and an
// entry here. The compiler then reports the missing entry in activation-words.ts.
import type { Client } from './client.ts'
import { harbour } from './harbour.ts'
import { voyager } from './voyager.ts'

const table = { voyager, harbour } satisfies Readonly<Record<string, Client>>

export type ClientTable = typeof table
export type ClientKey = keyof typeof table
export const clients: Readonly<Record<string, Client>> = table

/** The client with this key. Undefined if there is none. */
export const clientByKey = (key: string): Client | undefined => (Object.hasOwn(clients, key) ? clients[key] : undefined)
