// Makes processes slower by so many times: they run in short spells only, until this process's input ends. `slow-process.mjs 6 PID…`
const [, , slower, ...pids] = process.argv
const RUN_MS = 2
const rest = new Int32Array(new SharedArrayBuffer(4))
const wait = (ms) => Atomics.wait(rest, 0, 0, ms)

const send = (signal) => {
  for (const pid of pids.map(Number)) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended by itself.
    }
  }
}
process.on('exit', () => send('SIGCONT'))
process.stdin.once('end', () => process.exit(0)).resume()
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0))

for (;;) {
  send('SIGSTOP')
  wait(RUN_MS * (Number(slower) - 1))
  send('SIGCONT')
  wait(RUN_MS)
  // The input is looked at in between.
  await new Promise((resolve) => setImmediate(resolve))
}
