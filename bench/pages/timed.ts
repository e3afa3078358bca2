// How long a piece of work takes in a page or a worker of the browser, in ms.
export async function timed(work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
