// The user's language: chosen in My Settings or before signing in, stored by the server, and used on all devices.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import type { Language } from '#domain/texts/languages.ts'
import { switchLanguage } from '#services/device/language.ts'
import { notify } from '#services/notices.ts'
import { change } from '#services/server/api.ts'
import { createReusedRequestId } from '#services/server/reused-request-id.ts'
import { getLocale } from '#words/runtime.js'
import type { AccountResult } from './account.ts'

/**
 * Key in this tab's storage for the id of the user who has chosen the page's language before signing in, or
 * `NOT_SIGNED_IN` until then. This choice overrides the language at the server.
 */
const CHOOSER_KEY = 'language-chosen'
const NOT_SIGNED_IN = 'not-signed-in'
/**
 * Key in this tab's storage for the language for which this tab last reloaded. A browser without cookies loads the old
 * language again. Without this entry, the portal would then reload forever.
 */
const RELOADED_FOR_KEY = 'language-followed'

const languageRequestId = createReusedRequestId()

/** False if the client has only one language. */
export const hasLanguageChoice = client.languages.length > 1

/** Stores the user's language with the server. */
async function saveLanguage(language: Language): Promise<AccountResult> {
  const response = await change('setLanguage', { language, requestId: languageRequestId.idOf({ language }) })
  if (!response.ok) return { ok: false, text: response.text }
  languageRequestId.forget()
  sessionStorage.removeItem(CHOOSER_KEY)
  return { ok: true, value: undefined }
}

/** Changes the language of a signed-in user, on this device and for e-mails and files. The page reloads. */
export async function chooseLanguage(language: Language): Promise<AccountResult> {
  const saved = await saveLanguage(language)
  if (!saved.ok) return saved
  const isSwitched = await switchLanguage(language)
  return isSwitched ? saved : { ok: false, text: m.account_languageNotLoaded() }
}

/**
 * Changes the language before signing in. At sign-in, this language becomes the user's language. If the texts of the
 * language cannot be loaded, tells the user and returns false.
 */
export async function chooseLanguageOfDevice(language: Language): Promise<boolean> {
  sessionStorage.setItem(CHOOSER_KEY, NOT_SIGNED_IN)
  if (await switchLanguage(language)) return true
  sessionStorage.removeItem(CHOOSER_KEY)
  notify({ kind: 'error', text: m.account_languageNotLoaded() })
  return false
}

/**
 * After signing in: switches the portal to the user's stored language. If the user has just chosen another language on
 * the sign-in page, stores the chosen language instead.
 *
 * @param storedLanguage the user's language from the server
 */
export async function applyUserLanguage(userId: string, storedLanguage: string | undefined): Promise<void> {
  // Undefined if the client does not have this language.
  const userLanguage = client.languages.find((each) => each === storedLanguage)
  const pageLanguage = client.languages.find((each) => each === getLocale())
  if (!hasLanguageChoice || userLanguage === pageLanguage) {
    sessionStorage.removeItem(CHOOSER_KEY)
    return
  }
  const chooser = sessionStorage.getItem(CHOOSER_KEY)
  const hasChosen = chooser === NOT_SIGNED_IN || chooser === userId
  if (hasChosen && pageLanguage !== undefined) {
    // If the language cannot be stored now, it is stored when this user signs in again, but not for another user.
    sessionStorage.setItem(CHOOSER_KEY, userId)
    await saveLanguage(pageLanguage)
    return
  }
  sessionStorage.removeItem(CHOOSER_KEY)
  if (userLanguage === undefined) return
  const hasReloadedForIt = sessionStorage.getItem(RELOADED_FOR_KEY) === userLanguage
  if (hasReloadedForIt) return
  sessionStorage.setItem(RELOADED_FOR_KEY, userLanguage)
  await switchLanguage(userLanguage)
}
