// The reference of figure P11 (reads per second, docs/performance.md): a Fastify server that answers every call with a
// constant. Prints its port.
import fastify from 'fastify'

const app = fastify()
const response = { resultCode: '0', resultText: 'x'.repeat(1_000) }
app.post('/api', () => response)
await app.listen({ host: '127.0.0.1', port: 0 })
console.log(app.server.address().port)
