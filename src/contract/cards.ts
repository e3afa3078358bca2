// Operations of the card area that exist so far (cards §7).
import * as z from 'zod'
import { id, instant, money } from './fields.ts'
import { reads } from './operation.ts'

const voucherTag = z.object({ TAGNAME: z.string(), VOUCHERTAGVALUE: z.string() })
const voucherNote = z.object({ VOUCHERNOTETEXT: z.string(), VOUCHERNOTEDATE: instant, USERNAME: z.string() })

/** The card details entity (cards §3). CARDCVV2 is '***' here. */
export const cardDetails = z.object({
  VOUCHERID: id,
  CARDNUMBER: z.string(),
  EXPIRYDATE: z.string(),
  CARDCVV2: z.string(),
  CARDBALANCE: money,
  FUNDSAVAILABLE: money,
  LOADEDAMOUNT: money,
  AUTHORIZEDAMOUNT: money,
  SETTLEDAMOUNT: money,
  CURRENCY: z.string(),
  CAMPAIGNNAME: z.string(),
  /** ISO instant of activation; empty while the card is not activated (cards §4). */
  STATUS: z.string(),
  TRACKINGNUMBER: z.string(),
  ACTIVATIONDATA: z.string(),
  SEQUENCENUMBER: z.string(),
  VOUCHERTAGS: z.array(voucherTag),
  VOUCHERNOTES: z.array(voucherNote),
  ISSTOPPED: z.union([z.literal(0), z.literal(1)]),
  RETIRED: z.union([z.literal(0), z.literal(1)]),
  MAGSTRIPEENABLED: z.union([z.literal(0), z.literal(1)]),
  CAMPAIGNCARDREQUIREPIN: z.union([z.literal(0), z.literal(1)]),
  CAMPAIGNCARDPINLENGTH: z.int(),
})

export const cardOperations = {
  cardDetails: reads({
    params: z.strictObject({ voucherID: id }),
    result: z.object({ card: cardDetails }),
    permission: 'CardStatement.read',
  }),
}
