// The callers of figure P11 (reads per second, docs/performance.md): each sends requests one after the other until the
// time is over. Reads url, calls, callers and seconds as JSON from stdin, and prints the number of responses. Fails if
// a call fails.
import { text } from 'node:stream/consumers'

const { url, calls, callers, seconds } = JSON.parse(await text(process.stdin))
const deadline = performance.now() + seconds * 1000
let responses = 0
await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)))
console.log(responses)

async function call(caller) {
  for (let index = caller; performance.now() < deadline; index += 1) {
    const body = calls[index % calls.length]
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { resultCode, resultText } = await response.json()
    if (resultCode !== '0') throw new Error(`${body.slice(0, 200)}: ${resultCode} ${resultText}`)
    responses += 1
  }
}
