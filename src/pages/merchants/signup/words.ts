// Hints and errors for the fields of Merchant Sign Up.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import {
  type MerchantEntry,
  type MerchantFieldName,
  merchantFields,
  unknownCountryMessage,
  merchantFieldRefusal,
} from '#domain/merchants/entry.ts'
import { MAX_QR_CITY, toQrCity } from '#domain/merchants/qr.ts'
import { findOddCharacters, toOneLine, findUnprintable } from '#domain/texts/clean-text.ts'
import { type CodeLists, isCodeField, nameOfCode } from './useCodeLists.ts'

/**
 * The error of a field. A country that is not in the loaded list is an error too, since the QR code could not name it.
 */
export function fieldError(name: MerchantFieldName, value: string, lists: CodeLists | undefined): string | undefined {
  const refusal = merchantFieldRefusal(name, value)
  if (refusal !== undefined) return refusal
  const areListsLoaded = lists !== undefined
  if (name !== 'countryCode' || !areListsLoaded) return undefined
  const isUnknown = nameOfCode(lists, name, value) === undefined
  return isUnknown ? unknownCountryMessage(value.trim().toUpperCase()) : undefined
}

/** Why Generate is disabled: the names of the missing or invalid fields. Undefined if the form is valid. */
export function toDisabledReason(entry: MerchantEntry, lists: CodeLists | undefined): string | undefined {
  const invalidFields = merchantFields.filter(({ name }) => fieldError(name, entry[name], lists) !== undefined)
  if (invalidFields.length === 0) return undefined
  return m.merchants_fillInOrCorrect({ fields: commas(invalidFields.map(({ label }) => label)) })
}

/** The text below a field. For a code, its name. For a long city, its shortened form. Otherwise the field's rule. */
export function fieldHint(name: MerchantFieldName, value: string, lists: CodeLists | undefined): string {
  const rule = merchantFields.find((field) => field.name === name)?.hint ?? ''
  const isValid = merchantFieldRefusal(name, value) === undefined
  if (isCodeField(name)) {
    const codeName = nameOfCode(lists, name, value)
    if (codeName !== undefined) return codeName
    const areListsLoaded = lists !== undefined
    if (!areListsLoaded || !isValid) return rule
    // An unknown country is an error, but an unknown category or currency is used as it is.
    return name === 'countryCode' ? rule : m.merchants_unknownCodeIsUsed()
  }
  const city = value.trim()
  const isLongCity = name === 'merchantCity' && city.length > MAX_QR_CITY
  return isLongCity && isValid ? cityCutNote(city) : rule
}

export const cityCutNote = (city: string): string =>
  m.merchants_qrCodeCutsCity({ maxQrCity: MAX_QR_CITY, city: toQrCity(city) })

/**
 * Names the characters that a QR code cannot contain, and suggests another spelling if possible. Returns undefined if the
 * QR code can contain the value.
 */
export function describeUnprintable(
  value: string,
): { readonly text: string; readonly suggestion: string | undefined } | undefined {
  // Hidden characters are described in words, since they cannot be shown.
  const hiddenCharacters = findOddCharacters(value)
  const line = toOneLine(value)
  const unprintable = findUnprintable(line)
  if (!unprintable && hiddenCharacters.length === 0) return undefined
  const quotedCharacters = (unprintable?.characters ?? []).map((character) => m.common_quoted({ name: character }))
  // If the value has only hidden characters, the suggestion is the line without them.
  const suggestion = unprintable ? unprintable.plain : line
  return {
    text: m.merchants_qrCodeCannotContain({
      characters: commas([...hiddenCharacters, ...quotedCharacters]),
      hasPlain: suggestion === undefined ? 'no' : 'yes',
    }),
    suggestion,
  }
}
