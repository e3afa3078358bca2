// Holds a page's calls to its server until the test decides what happens: the call is passed on, with other parameters
// if needed, or lost, or the test responds. Meanwhile the test can check the page without time pressure.
import type { Page, Route } from '@playwright/test'

export interface HeldCall {
  readonly params: Readonly<Record<string, unknown>>
  /** Passes the call to the server, unchanged or with changed parameters. */
  pass(params?: object): Promise<void>
  /** Drops the connection before the server receives the call. */
  lose(): Promise<void>
  /** Returns this response instead of the server's. */
  respond(response: object): Promise<void>
}

export interface HeldCalls {
  /** Holds the next call of this operation; forgets an earlier held call. */
  hold(method: string): void
  /** Waits until a call of this operation is held, and returns it. */
  waitForHeld(method: string): Promise<HeldCall>
}

export async function holdCalls(page: Page): Promise<HeldCalls> {
  const onArrival = new Map<string, (route: Route) => void>()
  const held = new Map<string, Promise<Route>>()
  await page.route('**/api', (route) => {
    const { method = '' } = (route.request().postDataJSON() ?? {}) as { readonly method?: string }
    const handleArrival = onArrival.get(method)
    onArrival.delete(method)
    return handleArrival ? handleArrival(route) : route.fallback()
  })
  return {
    hold: (method) => void held.set(method, new Promise((resolve) => onArrival.set(method, resolve))),
    async waitForHeld(method) {
      const route = await held.get(method)
      if (!route) throw new Error(`${method} is not held`)
      const body = route.request().postDataJSON() as { readonly params: Readonly<Record<string, unknown>> }
      return {
        params: body.params,
        pass: (params = {}) => route.continue({ postData: { ...body, params: { ...body.params, ...params } } }),
        lose: () => route.abort(),
        respond: (response) => route.fulfill({ json: response }),
      }
    },
  }
}
