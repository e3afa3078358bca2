// A page of another origin in a real browser: it cannot frame the portal, call its API or read a response.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '#tests/support/fixtures.ts'

test('a page of another origin can neither frame the portal nor make a call', async ({ page, server }) => {
  const site = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Other</title><body></body>'),
  )
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  try {
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
    const api = `${server.url}api`

    // For JSON the browser requests permission first. Without permission it does not return the response.
    for (const options of [{ headers: { 'content-type': 'application/json' } }, { mode: 'no-cors' as const }]) {
      const outcome = await page.evaluate(
        ([address, more]) =>
          fetch(address, { method: 'POST', body: '{"method":"logOut"}', ...more }).then(
            () => 'answered',
            (error: Error) => error.name,
          ),
        [api, options] as const,
      )
      expect(outcome).toBe('TypeError')
    }

    await page.evaluate((address) => {
      const frame = document.createElement('iframe')
      frame.src = address
      document.body.append(frame)
    }, `${server.url}login`)
    const frame = page.frames()[1]
    await expect.poll(() => frame?.url()).toBe('chrome-error://chromewebdata/')

    // A form needs no permission, but it is not JSON, so the server refuses it.
    const formResponse = page.waitForResponse(
      (response) => response.url() === api && response.request().isNavigationRequest(),
    )
    await page.evaluate((address) => {
      const form = document.createElement('form')
      form.method = 'post'
      form.enctype = 'text/plain'
      form.action = address
      document.body.append(form)
      form.submit()
    }, api)
    expect((await formResponse).status()).toBe(415)
  } finally {
    site.close()
  }
})
