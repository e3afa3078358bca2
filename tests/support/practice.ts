// The sheets worker does not practise while tests look at the portal: it takes two seconds of processors with each wizard that
// opens, and few tests read a file for which it would pay. What it does is tested for itself (tests/workers/warm.test.ts).
import type { BrowserContext } from '@playwright/test'

/** For pages that the context opens from now on. */
export const withoutPractice = (context: BrowserContext): Promise<unknown> => context.addInitScript(dropPractice)

/** In the page: the call of services/sheets-worker.ts, as Comlink sends it, reaches no worker. */
function dropPractice(): void {
  Worker.prototype.postMessage = new Proxy(Worker.prototype.postMessage, {
    apply: (send, worker, sent: [message: { path?: readonly string[] }]) =>
      sent[0].path?.[0] === 'warm' ? undefined : Reflect.apply(send, worker, sent),
  })
}
