// Who uses the host while its figures are measured, in a process of their own: `download` takes a file and throws it away, `call`
// asks for one thing after the other until its input ends. Each tells what it met as JSON.
const [, , what, url, token, campaign = '0'] = process.argv

console.log(JSON.stringify(what === 'download' ? await download() : await call()))

async function download() {
  const started = performance.now()
  const answer = await fetch(`${url}?campaign=${campaign}`, { headers: { authorization: `Bearer ${token}` } })
  if (answer.status !== 200) throw new Error(await answer.text())
  let bytes = 0
  for await (const part of answer.body) bytes += part.length
  return { ms: performance.now() - started, bytes, rows: Number(answer.headers.get('x-total-rows')) }
}

async function call() {
  let asks = true
  process.stdin.once('end', () => (asks = false)).resume()
  const times = []
  while (asks) {
    const started = performance.now()
    const body = JSON.stringify({ method: 'userInfo', params: { token } })
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    if ((await answer.json()).resultCode !== '0') throw new Error('a call was refused')
    times.push(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return times
}
