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
  const findErrors = () => ({
    ...(country === undefined && { countryCode: unknownCountryMessage(merchant.countryCode) }),
    // These messages replace the one above, so that a malformed code is reported as malformed, not as unknown.
    ...merchantRefusals(merchant),
  })
  if (country === undefined || Object.keys(findErrors()).length > 0) return fieldsRefusal(findErrors)
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

/** One error for each field, in the order of the form. The message joins all of them. */
function fieldsRefusal(findFieldErrors: () => Partial<Record<MerchantFieldName, string>>) {
  const findErrors = () => {
    const fieldErrors = findFieldErrors()
    return merchantFields.flatMap(({ name, label }) => {
      const message = fieldErrors[name]
      return message === undefined ? [] : [{ path: name, label, message }]
    })
  }
  const text = () =>
    findErrors()
      .map(({ label, message }) => `${label}: ${message}`)
      .join('. ')
  const errors = findErrors().map(({ path, message }) => ({ path, message }))
  return refuse(codes.refusedParameters, text, { errors })
}

export const merchantHandlers = { merchantSignUp, merchantSignUpLimit }
