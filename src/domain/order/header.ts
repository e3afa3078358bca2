// Validates the header of an order: the fields that apply to all of its rows. Rules: docs/rules/orders.md, "Order
// header".
import { m } from '#words/messages.js'
import { hasOddCharacters } from '#domain/texts/clean-text.ts'
import type { OrderType } from './types.ts'
import { orderTypes } from './types.ts'

/** The order's header. Only physical cards have a quotation number, plastic and design. */
export interface OrderHeader {
  /** '' or '0' if none is chosen. */
  readonly campaignId: string
  readonly quotationNumber: string
  readonly plasticId: string
  readonly designId: string
}

/** Plastic and design are 1 by default. */
export const emptyHeader: OrderHeader = { campaignId: '', quotationNumber: '', plasticId: '1', designId: '1' }

export const MAX_DESIGN_LENGTH = 60
const FORBIDDEN_CHARACTERS = /['"`^]/

/** A quotation number must have 3 to 50 characters, without ' " ` ^. Returns the refusal. Undefined if it is valid. */
export function quotationNumberRefusal(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return m.common_thisFieldIsRequired()
  const isLengthValid = trimmed.length >= 3 && trimmed.length <= 50
  const hasInvalidCharacters = FORBIDDEN_CHARACTERS.test(text) || hasOddCharacters(trimmed)
  return isLengthValid && !hasInvalidCharacters ? undefined : m.common_invalidInputFormat()
}

/** A campaign must be chosen: '' and '0' are refused. Undefined if a campaign is chosen. */
export const campaignRefusal = (campaignId: string): string | undefined =>
  /^[1-9][0-9]*$/.test(campaignId) ? undefined : m.common_thisFieldIsRequired()

/** A plastic or a design must have at most 60 characters. Returns the refusal. Undefined if it is valid. */
export function designRefusal(text: string): string | undefined {
  const trimmed = text.trim()
  const isInvalid = trimmed.length > MAX_DESIGN_LENGTH || hasOddCharacters(trimmed)
  return isInvalid ? m.common_invalidInputFormat() : undefined
}

/** The message of each refused field, by name; empty if the order can be submitted. */
export function headerRefusals(type: OrderType, header: OrderHeader): Partial<Record<keyof OrderHeader, string>> {
  const { hasQuotation } = orderTypes[type]
  const refusals = {
    campaignId: campaignRefusal(header.campaignId),
    quotationNumber: hasQuotation ? quotationNumberRefusal(header.quotationNumber) : undefined,
    plasticId: hasQuotation ? designRefusal(header.plasticId) : undefined,
    designId: hasQuotation ? designRefusal(header.designId) : undefined,
  }
  return Object.fromEntries(Object.entries(refusals).filter(([, refusal]) => refusal !== undefined))
}
