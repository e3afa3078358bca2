// Changes the language of the portal on this device. A loaded page cannot change its language, so the portal reloads.
import { client } from '#brand/current.ts'
import { type Language, LANGUAGE_COOKIE } from '#domain/texts/languages.ts'
import { shownLanguage, sendLanguageToWorker } from './shown-language.ts'
import { applyUpdate, offerUpdate } from './updates.ts'

const YEAR_S = 31_536_000

/**
 * Stores the language for this device, lets the service worker load its texts, and reloads. While something must not be
 * interrupted, the update prompt offers the reload instead. If the texts cannot be loaded, keeps the language and
 * returns false.
 */
export async function switchLanguage(language: Language): Promise<boolean> {
  const previousLanguage = shownLanguage.current
  shownLanguage.current = language
  storeInCookie(language)
  // Undefined if the page is not served securely.
  const { serviceWorker } = navigator as Partial<Pick<Navigator, 'serviceWorker'>>
  const registration = await serviceWorker?.getRegistration()
  const areTextsLoaded = !registration || (await sendLanguageToWorker(registration))
  if (!areTextsLoaded) {
    shownLanguage.current = previousLanguage
    storeInCookie(previousLanguage)
    return false
  }
  offerUpdate(() => location.reload())
  applyUpdate()
  return true
}

function storeInCookie(language: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=${client.basePath}; Max-Age=${YEAR_S}; SameSite=Lax${secure}`
}
