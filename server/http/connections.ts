// Limits open connections, in total and per address: each takes a socket and memory, even if nothing is sent.
import type { Server, Socket } from 'node:net'
import { addressToKey } from './rate-limits.ts'

export interface ConnectionLimits {
  readonly total: number
  /** Undefined behind a proxy, since all connections come from its address. */
  readonly perAddress: number | undefined
}

/** Closes connections over the limits without a response: strangers could cause the work for a response. */
export function limitConnections(server: Server, { total, perAddress }: ConnectionLimits): void {
  server.maxConnections = total
  if (perAddress === undefined) return
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const key = addressToKey(socket.remoteAddress ?? '')
    const count = (open.get(key) ?? 0) + 1
    if (count > perAddress) {
      socket.destroy()
      return
    }
    open.set(key, count)
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    })
  })
}
