// Simulates the browser's system notifications, as far as the portal uses them: jsdom has none.
import { onTestFinished, vi } from 'vitest'

interface Given {
  permission: NotificationPermission
  readonly requestPermission?: () => Promise<NotificationPermission>
}

/**
 * For the current test: the user's answer to the permission question, and the service worker that shows notifications.
 */
export function stubNotifications(given: Given, serviceWorker: object = {}): void {
  vi.stubGlobal('Notification', given)
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
}
