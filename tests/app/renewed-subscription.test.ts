// What the service worker does when the browser renews a push subscription, even if no page is open.
import { afterEach, expect, test, vi } from 'vitest'

// The service worker's code has its own types, which the types of this project contradict.
const { listenForRenewedSubscriptions } = await vi.importActual<{ readonly listenForRenewedSubscriptions: () => void }>(
  '#app/service-worker/notices.ts',
)

afterEach(() => vi.unstubAllGlobals())

const subscription = (endpoint: string) => ({ endpoint, options: { userVisibleOnly: true } })

/** The requests that the service worker sends when the browser reports this change. */
async function requestsAfter(change: { oldSubscription?: object; newSubscription?: object }) {
  const worker = Object.assign(new EventTarget(), {
    registration: {
      scope: 'https://portal.example/voyager/',
      pushManager: { subscribe: vi.fn().mockResolvedValue(subscription('https://push.example/subscribed')) },
    },
  })
  const fetchMock = vi.fn().mockResolvedValue(new Response('{}'))
  vi.stubGlobal('self', worker)
  vi.stubGlobal('fetch', fetchMock)
  listenForRenewedSubscriptions()
  const work: Promise<unknown>[] = []
  worker.dispatchEvent(
    Object.assign(new Event('pushsubscriptionchange'), change, {
      waitUntil: (promise: Promise<unknown>) => work.push(promise),
    }),
  )
  await Promise.all(work)
  expect(work).toHaveLength(1)
  return fetchMock.mock.calls.map(([address, request]) => {
    const { body, credentials } = request as { readonly body: string; readonly credentials: string }
    return { address: address as string, credentials, body: JSON.parse(body) as unknown }
  })
}

const renewal = (pushEndpoint: string) => ({
  address: 'https://portal.example/voyager/api',
  credentials: 'omit',
  body: { method: 'renewPushEndpoint', params: { earlierEndpoint: 'https://push.example/old', pushEndpoint } },
})
const oldSubscription = subscription('https://push.example/old')

test('the new address is sent with the earlier one, without a session', async () => {
  const newSubscription = subscription('https://push.example/new')
  expect(await requestsAfter({ oldSubscription, newSubscription })).toEqual([renewal('https://push.example/new')])
})

test('a subscription that has only ended is replaced by a new one', async () => {
  expect(await requestsAfter({ oldSubscription })).toEqual([renewal('https://push.example/subscribed')])
})

test('nothing is sent if the browser does not tell the earlier subscription', async () => {
  expect(await requestsAfter({ newSubscription: subscription('https://push.example/new') })).toEqual([])
})
