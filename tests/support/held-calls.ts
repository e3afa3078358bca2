// Calls of a page to its host that wait for a test to say how they end: let through, with other parameters too, lost on the way, or
// answered by a fault. Between being asked and being answered the page can be looked at for as long as that takes.
import type { Page, Route } from '@playwright/test'

export interface HeldCall {
  readonly params: Readonly<Record<string, unknown>>
  /** To the host, as it is or with other parameters. */
  pass(params?: object): Promise<void>
  /** The line drops before the host has heard of it. */
  lose(): Promise<void>
  /** An answer that the host gives rarely. */
  answer(answer: object): Promise<void>
}

export interface HeldCalls {
  /** The next call of that operation is held; what was held of it before is dropped. */
  hold(method: string): void
  /** The held call, once it is there. */
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
