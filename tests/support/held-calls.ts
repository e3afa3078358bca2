// A page's calls to its server that wait until the test decides the result: passed on, also with other parameters, lost
// on the way, or answered by a fault. Until then the test can look at the page for as long as it wants.
import type { Page, Route } from '@playwright/test'

export interface HeldCall {
  readonly params: Readonly<Record<string, unknown>>
  /** Passes it to the server, unchanged or with other parameters. */
  pass(params?: object): Promise<void>
  /** The connection drops before the server has received it. */
  lose(): Promise<void>
  /** Answers it in the place of the server, with a rare answer. */
  answer(answer: object): Promise<void>
}

export interface HeldCalls {
  /** Holds the next call of that operation; an earlier held one is dropped. */
  hold(method: string): void
  /** The held call, as soon as it arrives. */
  next(method: string): Promise<HeldCall>
}

export async function holdCalls(page: Page): Promise<HeldCalls> {
  const awaited = new Map<string, (route: Route) => void>()
  const held = new Map<string, Promise<Route>>()
  await page.route('**/api', (route) => {
    const { method = '' } = (route.request().postDataJSON() ?? {}) as { readonly method?: string }
    const take = awaited.get(method)
    awaited.delete(method)
    return take ? take(route) : route.fallback()
  })
  return {
    hold: (method) => void held.set(method, new Promise((resolve) => awaited.set(method, resolve))),
    async next(method) {
      const route = await held.get(method)
      if (!route) throw new Error(`${method} is not held`)
      const body = route.request().postDataJSON() as { readonly params: Readonly<Record<string, unknown>> }
      return {
        params: body.params,
        pass: (params = {}) => route.continue({ postData: { ...body, params: { ...body.params, ...params } } }),
        lose: () => route.abort(),
        answer: (answer) => route.fulfill({ json: answer }),
      }
    },
  }
}
