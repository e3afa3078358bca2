// `npm run dev`: Vite serves the portal and reloads it. The server is rebuilt and restarted when its sources change.
// Open the portal on Vite's PORT (5173). The server listens on HOST_PORT (4180). vite.config.ts forwards requests for api,
// reports and health to the server.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, createServer } from 'vite'
import { compileAll } from './messages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const serverPort = process.env.HOST_PORT ?? '4180'
process.env.HOST_ADDRESS ??= `http://127.0.0.1:${serverPort}`
// Without this, building the server would set 'production' in this process, for Vite's pages and for the server.
process.env.NODE_ENV = 'development'

let server
let isStopping = false
let restarting = Promise.resolve()

// Without the stamp, `npm start` does not take the development build for a current one.
rmSync(join(root, 'dist/host.stamp'), { force: true })
// The server needs this folder, from which it serves the built portal. During development, Vite serves the portal.
mkdirSync(join(root, 'dist/portal'), { recursive: true })

await compileAll()
watch(join(root, 'src/words'), { recursive: true }, (_, name) => {
  // A file that is being written is not valid JSON yet. The next event compiles it.
  if (name?.endsWith('.json')) compileAll().catch((error) => console.error(error.message))
})

const port = Number(process.env.PORT ?? 5173)
const portal = await createServer({ root, server: { port, strictPort: true } })
// Links in e-mails and passkeys need the address in the browser.
const publicUrl = process.env.PUBLIC_URL ?? `http://localhost:${port}${portal.config.base}`

const watcher = await build({ root, mode: 'host', logLevel: 'warn', build: { watch: {} } })
watcher.on('event', (event) => {
  if (event.code === 'BUNDLE_END') restarting = restarting.then(restartServer)
  if (event.code === 'ERROR') console.error(`The server does not build: ${event.error.message}`)
  if ('result' in event) void event.result?.close()
})

await portal.listen()

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop())

async function restartServer() {
  await stopServer()
  if (isStopping) return
  const startedServer = spawn(process.execPath, ['--enable-source-maps', 'dist/host/main.js'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: serverPort, PUBLIC_URL: publicUrl },
  })
  server = startedServer
  startedServer.on('exit', (code) => {
    if (server === startedServer && !isStopping)
      console.error(`The server ended with ${code}; it starts again on the next change.`)
  })
}

/** Stops the server and waits until it has ended. */
async function stopServer() {
  const runningServer = server
  server = undefined
  if (!runningServer || runningServer.exitCode !== null || runningServer.signalCode !== null) return
  const ended = new Promise((resolve) => runningServer.once('exit', resolve))
  runningServer.kill('SIGTERM')
  const killTimer = setTimeout(() => runningServer.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(killTimer)
}

async function stop() {
  if (isStopping) return
  isStopping = true
  await Promise.all([watcher.close(), portal.close(), restarting.then(stopServer)])
  process.exit(0)
}
