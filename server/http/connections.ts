// Limits open connections, in total and per address. Each connection takes a socket and memory, even if nothing is sent.
import type { Server, Socket } from 'node:net'
import { addressToKey } from './rate-limits.ts'

export interface ConnectionLimits {
  readonly total: number
  /** Undefined behind a proxy, because all connections come from the proxy's address. */
  readonly perAddress: number | undefined
}

/** Closes connections over the limits. Sends no response, because anyone could keep the server busy with responses. */
export function limitConnections(server: Server, { total, perAddress }: ConnectionLimits): void {
  server.maxConnections = total
  if (perAddress === undefined) return
  const openCounts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const key = addressToKey(socket.remoteAddress ?? '')
    const count = (openCounts.get(key) ?? 0) + 1
    if (count > perAddress) {
      socket.destroy()
      return
    }
    openCounts.set(key, count)
    socket.once('close', () => {
      const remainingCount = (openCounts.get(key) ?? 1) - 1
      if (remainingCount > 0) openCounts.set(key, remainingCount)
      else openCounts.delete(key)
    })
  })
}
