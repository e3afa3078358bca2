// Simulates the browser's system notifications as far as the portal uses them, since jsdom has none.
import { onTestFinished, vi } from 'vitest'

interface Given {
  permission: NotificationPermission
  readonly requestPermission?: () => Promise<NotificationPermission>
}

/**
 * Sets the user's response to the permission prompt, and the service worker that shows notifications, for the current
 * test.
 */
export function stubNotifications(given: Given, serviceWorker: object = {}): void {
  vi.stubGlobal('Notification', given)
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
}
