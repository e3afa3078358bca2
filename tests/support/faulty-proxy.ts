// A faulty connection between browser and server: a TCP proxy that can cut the connection, hold back responses, lose a
// response after the server has acted on the request, or truncate a response.
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'

export interface FaultyProxy {
  /** The base address through the proxy, with the path of the target. */
  url: string
  /** Cuts all connections and refuses new ones, until `restore`. */
  cut(): void
  /** Passes everything through again, and delivers the held responses. */
  restore(): void
  /** Holds back responses until `restore`; requests still reach the server. */
  holdResponses(): void
  /**
   * Loses the next response to a request whose text contains `text`: the connection drops after the server's full
   * response. A few bytes of the response still arrive, since a browser silently repeats a request if its reused
   * connection ends before the first byte. If the server itself closes an idle connection just as it is reused, the
   * response to the repeated request is lost instead.
   */
  dropResponseTo(text: string): Promise<void>
  /**
   * Truncates the next response to a request whose text contains `text` after `bytes` bytes, then drops the connection.
   */
  truncateResponseTo(text: string, bytes: number): Promise<void>
  close(): Promise<void>
}

const FEW_BYTES = 100

interface Fault {
  requestText: string
  /** The number of bytes of the response that still arrive. */
  bytes: number
  /** Called when the fault has occurred. */
  resolve: () => void
}

/** Starts a proxy in front of the server with the base address `target`. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port, pathname } = new URL(target)
  const pairs = new Set<Pair>()
  const faults: Fault[] = []
  let state: 'open' | 'cut' | 'held' = 'open'

  const listener = createServer((client) => {
    if (state === 'cut') return void client.destroy()
    const server = connect(Number(port), hostname)
    const pair: Pair = { client, server, heldChunks: [], fault: undefined, request: '' }
    pairs.add(pair)
    // Runs before the client notices the closed connection and repeats the call on another one.
    const requeueFault = () => {
      if (pair.fault) faults.unshift(pair.fault)
      pair.fault = undefined
    }
    const closeBoth = () => {
      requeueFault()
      client.destroy()
      server.destroy()
    }
    client.on('data', (chunk) => {
      if (server.destroyed) return
      forwardRequest(pair, chunk, faults)
      server.write(chunk)
    })
    server.on('data', (chunk) => forwardResponse(pair, chunk, state === 'held', closeBoth))
    for (const socket of [client, server]) socket.on('error', closeBoth)
    client.on('close', () => {
      requeueFault()
      server.destroy()
      pairs.delete(pair)
    })
    server.on('close', () => {
      requeueFault()
      // The server's last bytes are still on their way to the client.
      client.end()
    })
  })
  await listen(listener)

  const addFault = (requestText: string, bytes: number) =>
    new Promise<void>((resolve) => faults.push({ requestText, bytes, resolve }))
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}${pathname}`,
    cut() {
      state = 'cut'
      for (const { client, server } of pairs) {
        client.destroy()
        server.destroy()
      }
    },
    restore() {
      state = 'open'
      for (const pair of pairs) for (const chunk of pair.heldChunks.splice(0)) pair.client.write(chunk)
    },
    holdResponses() {
      state = 'held'
    },
    dropResponseTo: (text) => addFault(text, FEW_BYTES),
    truncateResponseTo: addFault,
    close() {
      for (const { client, server } of pairs) {
        client.destroy()
        server.destroy()
      }
      return new Promise((resolve) => listener.close(() => resolve()))
    },
  }
}

interface Pair {
  client: Socket
  server: Socket
  heldChunks: Buffer[]
  /** The fault for the current request, with the server's response so far. */
  fault: (Fault & { response: Buffer }) | undefined
  request: string
}

/** Notes the fault for this request, if any. The text by which the request is recognised can be split over two chunks. */
function forwardRequest(pair: Pair, chunk: Buffer, faults: Fault[]) {
  pair.request = (pair.request + chunk.toString('latin1')).slice(-1_000_000)
  const index = faults.findIndex(({ requestText }) => pair.request.includes(requestText))
  if (index < 0 || pair.fault) return
  const [fault] = faults.splice(index, 1)
  if (fault) pair.fault = { ...fault, response: Buffer.alloc(0) }
}

function forwardResponse(pair: Pair, chunk: Buffer, isHeld: boolean, closeBoth: () => void) {
  pair.request = ''
  const { fault } = pair
  if (!fault) {
    if (isHeld) pair.heldChunks.push(chunk)
    else pair.client.write(chunk)
    return
  }
  fault.response = Buffer.concat([fault.response, chunk])
  // Waits for the full response, so that the change is committed before the connection drops.
  if (!isComplete(fault.response)) return
  pair.fault = undefined
  const drop = () => {
    fault.resolve()
    closeBoth()
  }
  if (fault.bytes === 0) drop()
  else pair.client.write(fault.response.subarray(0, fault.bytes), drop)
}

/** True if an HTTP/1.1 response has arrived in full. */
function isComplete(response: Buffer): boolean {
  const text = response.toString('latin1')
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return false
  const length = /^content-length: (\d+)/im.exec(text.slice(0, headEnd))
  if (length) return response.length >= headEnd + 4 + Number(length[1])
  // Without a length, the response ends with an empty chunk.
  return text.endsWith('0\r\n\r\n')
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
}
