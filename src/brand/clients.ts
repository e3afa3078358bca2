// The table of clients: a new client is a file beside this one and a row here.
import type { Client } from './client.ts'
import { harbour } from './harbour.ts'
import { voyager } from './voyager.ts'

export const clients: Readonly<Record<string, Client>> = { voyager, harbour }

/** The client of that key, or undefined where there is none. */
export const clientByKey = (key: string): Client | undefined => (Object.hasOwn(clients, key) ? clients[key] : undefined)
