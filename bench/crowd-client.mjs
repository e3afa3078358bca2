// Many callers in a process of their own: each asks one thing after the other until the time is over. Told on its input: { urls, calls,
// callers, seconds }, where a call is the text of a request; tells what it met as JSON.
import { text } from 'node:stream/consumers'

const { urls, calls, callers, seconds } = JSON.parse(await text(process.stdin))
const times = []
const ends = performance.now() + seconds * 1000
await Promise.all(Array.from({ length: callers }, (_, caller) => call(urls[caller % urls.length], caller)))
const { user, system } = process.cpuUsage()
console.log(JSON.stringify({ times, cpuMs: (user + system) / 1000 }))

async function call(url, caller) {
  for (let turn = caller; performance.now() < ends; turn += 1) {
    const started = performance.now()
    const body = calls[turn % calls.length]
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { resultCode, resultText } = await answer.json()
    if (resultCode !== '0') throw new Error(`${body.slice(0, 200)}: ${resultCode} ${resultText}`)
    times.push(performance.now() - started)
  }
}
