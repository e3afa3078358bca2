// A browser with notifications of the system, as far as the portal asks it: jsdom has none.
import { onTestFinished, vi } from 'vitest'

interface Given {
  permission: NotificationPermission
  readonly requestPermission?: () => Promise<NotificationPermission>
}

/** For the test that runs: what the browser's user has answered, and the service worker that shows them. */
export function stubNotifications(given: Given, serviceWorker: object = {}): void {
  vi.stubGlobal('Notification', given)
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
}
