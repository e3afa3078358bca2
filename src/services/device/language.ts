// Changes the language of the portal on this device. A page has one language for its life, so the portal reloads.
import { client } from '#brand/current.ts'
import { type Language, LANGUAGE_COOKIE } from '#domain/languages.ts'
import { takeOver } from './take-over.ts'
import { applyUpdate, offerUpdate } from './updates.ts'

const YEAR_S = 31_536_000

/**
 * Stores the language for this device, installs the service worker with the pages of that language like a new version,
 * and reloads. While something must not be interrupted, the update prompt offers the reload instead. Returns false if
 * the pages could not be loaded: the language changes with the next version of the portal.
 */
export async function switchLanguage(language: Language): Promise<boolean> {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=${client.basePath}; Max-Age=${YEAR_S}; SameSite=Lax${secure}`
  try {
    await installNext()
  } catch {
    return false
  }
  offerUpdate(() => void takeOver().catch(() => location.reload()))
  applyUpdate()
  return true
}

/** Requests the worker of the new language and waits until its files are stored. Rejects if that fails. */
async function installNext(): Promise<void> {
  // Undefined if the page is not served securely.
  const { serviceWorker } = navigator as Partial<Pick<Navigator, 'serviceWorker'>>
  const registration = await serviceWorker?.getRegistration()
  // When a page opens, the browser looks for a new version. A call of `update` at that moment only waits for that request,
  // which may have been sent with the previous language. So the call is repeated.
  for (let attempt = 1; attempt <= 2 && !registration?.installing; attempt += 1) await registration?.update()
  const worker = registration?.installing
  if (!worker) return
  await new Promise<void>((resolve, reject) => {
    const settleIfDone = () => {
      if (worker.state === 'redundant') reject(new Error('not installed'))
      else if (worker.state !== 'installing') resolve()
    }
    worker.addEventListener('statechange', settleIfDone)
    settleIfDone()
  })
}
