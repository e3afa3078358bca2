// Merchant sign-up: validates every field again, and returns the text of the merchant's QR code. Only the browser
// stores the merchant. The audit trail records who signed up which number, and when.

// `index.js` contains only the country codes. The package's main file would also load the names in 80 languages.
import countries from 'i18n-iso-countries/index.js'
import { codes } from '#contract/codes.ts'
import {
  type MerchantFieldName,
  merchantFields,
  unknownCountryMessage,
  merchantRefusals,
  tidyMerchant,
} from '#domain/merchants/entry.ts'
import { merchantToQr } from '#domain/merchants/qr.ts'
import { type Handler, refuse } from '#server/operations/context.ts'

const merchantSignUp: Handler<'merchantSignUp'> = async (context, params) => {
  const merchant = tidyMerchant(params)
  const country = countries.alpha3ToAlpha2(merchant.countryCode)
  const findErrors = (): FieldErrors => ({
    ...(country === undefined && { countryCode: unknownCountryMessage(merchant.countryCode) }),
    // A malformed country code is reported as malformed, not as unknown, because this message replaces the one above.
    ...merchantRefusals(merchant),
  })
  const hasErrors = Object.keys(findErrors()).length > 0
  if (country === undefined || hasErrors) return fieldsRefusal(findErrors)
  context.setSubject('merchant', merchant.mastercardMerchantID)
  context.recordValues({
    merchantName: merchant.merchantName,
    merchantCity: merchant.merchantCity,
    merchantCategory: merchant.merchantCategoryCode,
    currency: merchant.currencyCode,
    country: merchant.countryCode,
  })
  return Promise.resolve({ qrCode: merchantToQr({ ...merchant, country }) })
}

const merchantSignUpLimit: Handler<'merchantSignUpLimit'> = ({ settings }) =>
  Promise.resolve({ maxMerchantSignUp: settings.maxMerchantSignUp })

type FieldErrors = Partial<Record<MerchantFieldName, string>>

/**
 * One error for each wrong field, in the order of the form. The message joins all of them. The audit trail calls
 * `findErrors` again to store the message in its own language (stored-text.ts).
 */
function fieldsRefusal(findErrors: () => FieldErrors) {
  const listErrors = () => {
    const messages = findErrors()
    return merchantFields
      .map(({ name, label }) => ({ path: name, label, message: messages[name] ?? '' }))
      .filter(({ path }) => messages[path] !== undefined)
  }
  const text = () =>
    listErrors()
      .map(({ label, message }) => `${label}: ${message}`)
      .join('. ')
  const errors = listErrors().map(({ path, message }) => ({ path, message }))
  return refuse(codes.refusedParameters, text, { errors })
}

export const merchantHandlers = { merchantSignUp, merchantSignUpLimit }
