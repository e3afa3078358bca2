// The fields of an order outside its rows, and why they are refused. Rules: docs/rules/orders.md, "Order header".
import { m } from '#words/messages.js'
import { hasUnseen } from '#domain/texts.ts'
import type { OrderType } from './kinds.ts'
import { orderKinds } from './kinds.ts'

/** The order's header. Only physical cards have a quotation number, plastic and design. */
export interface OrderHeader {
  /** '' or '0' if none is chosen. */
  readonly campaignId: string
  readonly quotationNumber: string
  readonly plasticId: string
  readonly designId: string
}

/** Plastic and design are 1 by default. */
export const noHeader: OrderHeader = { campaignId: '', quotationNumber: '', plasticId: '1', designId: '1' }

export const MAX_DESIGN_LENGTH = 60
const FORBIDDEN = /['"`^]/

/** 3 to 50 characters, without ' " ` ^. */
export function refuseQuotationNumber(text: string): string | undefined {
  const { length } = text.trim()
  if (length === 0) return m.common_thisFieldIsRequired()
  const isWrong = length < 3 || length > 50 || FORBIDDEN.test(text) || hasUnseen(text.trim())
  return isWrong ? m.common_invalidInputFormat() : undefined
}

/** Empty and 0 mean that none is chosen. */
export const refuseCampaign = (campaignId: string): string | undefined =>
  /^[1-9][0-9]*$/.test(campaignId) ? undefined : m.common_thisFieldIsRequired()

/** A plastic or a design: at most 60 characters; 1 if empty. */
export const refuseDesign = (text: string): string | undefined =>
  text.trim().length > MAX_DESIGN_LENGTH || hasUnseen(text.trim()) ? m.common_invalidInputFormat() : undefined

/** The message of each refused field, by name; empty if the order can be submitted. */
export function refuseHeader(type: OrderType, header: OrderHeader): Partial<Record<keyof OrderHeader, string>> {
  const { hasQuotation } = orderKinds[type]
  const refusals = {
    campaignId: refuseCampaign(header.campaignId),
    quotationNumber: hasQuotation ? refuseQuotationNumber(header.quotationNumber) : undefined,
    plasticId: hasQuotation ? refuseDesign(header.plasticId) : undefined,
    designId: hasQuotation ? refuseDesign(header.designId) : undefined,
  }
  return Object.fromEntries(Object.entries(refusals).filter(([, refusal]) => refusal !== undefined))
}
