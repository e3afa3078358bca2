// The state of the connection in words. Offline means no response at all; a server that responds with an error is not
// offline.
import { client } from '#brand/current.ts'
import { instantToText } from '#domain/instants.ts'
import type { Connection } from '#services/server/connection.ts'
import * as say from '#words/app/connection.ts'

export function connectionToText({ online, fault, since }: Connection): string {
  if (online) return say.connectedToServer
  const time = instantToText(new Date(since).toISOString(), client)
  return fault === 'no connection' ? say.offlineSince(time) : say.serverSilentSince(time)
}
