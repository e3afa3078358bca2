// `npm run machines`: serves the lab on a separate port (PORT, 5180). It needs neither the portal's server nor the
// internet. To see the machines of an open portal, open the lab from `npm run dev`, which serves both from the same
// origin.
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const server = await createServer({
  root,
  server: { port: Number(process.env.PORT ?? 5180), strictPort: true },
})
await server.listen()
console.log(`The machines: http://localhost:${server.config.server.port}${server.config.base}tools/lab/index.html`)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void server.close().then(() => process.exit(0)))
