// The state of the connection in words. "Offline" means that nothing responds. If the server responds with an error,
// the text says so instead.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import { instantToText } from '#domain/instants.ts'
import type { Connection } from '#services/server/connection.ts'

export function connectionToText({ online, fault, since }: Connection): string {
  if (online) return m.app_connectedToServer()
  const time = instantToText(new Date(since).toISOString(), client)
  return fault === 'no connection' ? m.app_offlineSince({ time }) : m.app_serverSilentSince({ time })
}
