// Simulates the browser's system notifications as far as the portal uses them, since jsdom has none.
import { onTestFinished, vi } from 'vitest'

interface NotificationStub {
  permission: NotificationPermission
  readonly requestPermission?: () => Promise<NotificationPermission>
}

/**
 * Sets the user's response to the permission prompt, and the service worker that shows notifications, for the current
 * test.
 */
export function stubNotifications(stub: NotificationStub, serviceWorker: object = {}): void {
  vi.stubGlobal('Notification', stub)
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
}
