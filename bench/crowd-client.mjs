// Many callers in a process of their own: each asks one thing after the other until the time is over. Told on its input: { urls, calls,
// callers, seconds }, where a call is the text of a request; tells what it met as JSON. A call that no answer comes to is told as well,
// and its caller goes on.
import { text } from 'node:stream/consumers'

const { urls, calls, callers, seconds } = JSON.parse(await text(process.stdin))
const times = []
const lost = []
const started = performance.now()
const ends = started + seconds * 1000
await Promise.all(Array.from({ length: callers }, (_, caller) => call(urls[caller % urls.length], caller)))
const { user, system } = process.cpuUsage()
console.log(JSON.stringify({ times, lost, cpuMs: (user + system) / 1000 }))

async function call(url, caller) {
  for (let turn = caller; performance.now() < ends; turn += 1) {
    const asked = performance.now()
    const body = calls[turn % calls.length]
    const answer = await ask(url, body)
    if (!answer) continue
    const { resultCode, resultText } = answer
    if (resultCode !== '0') throw new Error(`${body.slice(0, 200)}: ${resultCode} ${resultText}`)
    times.push(performance.now() - asked)
  }
}

async function ask(url, body) {
  const asked = performance.now()
  try {
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return await answer.json()
  } catch (error) {
    const at = `${Math.round(asked - started)} ms`
    lost.push(
      `${JSON.parse(body).method} of ${at}, after ${Math.round(performance.now() - asked)} ms: ${error.cause?.code ?? error.message}`,
    )
    return undefined
  }
}
