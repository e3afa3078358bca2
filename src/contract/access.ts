// Operations of access: signing in and out, and who the user is (access §7).
import * as z from 'zod'
import { id, nothing, text } from './fields.ts'
import { open, reads } from './operation.ts'

export const user = z.object({
  userId: id,
  username: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
})

export const accessOperations = {
  logIn: open({
    params: z.strictObject({
      username: text(100, 1),
      password: z.string().min(1).max(100),
      challenge: text(11).optional(),
      ownerID: z.int(),
      resend: z.boolean().optional(),
    }),
    result: z.object({ token: z.string(), resendOTPLimitMessage: z.string().optional() }),
  }),
  logOut: reads({ params: nothing, result: nothing }),
  userInfo: reads({
    params: z.strictObject({ id: id.optional() }),
    result: z.object({
      user,
      permissions: z.record(z.string(), z.array(z.string())),
      /** base64 of 32 bytes; only for the own user (contract "Local data"). */
      draftKey: z.string().optional(),
    }),
    offline: 'kept',
  }),
}
