// Operations of access: signing in and out, the second factor, passwords and mailed links, who the user is (access §7).
import * as z from 'zod'
import { mailAlertKinds } from '#domain/access/mail-alerts.ts'
import * as say from '#words/contract.ts'
import { id, nothing, requestId, text } from './fields.ts'

const MAX_PASSWORD_CHARACTERS = 100

export const user = z.object({
  userId: id,
  username: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
})

/** access §5: at most 100 characters, of which an emoji is one. */
const password = z
  .string()
  .min(1)
  .refine((value) => Array.from(value).length <= MAX_PASSWORD_CHARACTERS, say.passwordTooLong)

const credentials = { username: text(100, 1), password, ownerID: z.int() }

/** The secret of a mailed link: a UUID. Anything else of that length is a link that does not exist. */
const link = text(100, 1)

/** What a browser's passkey answers, as JSON; the host's library checks it. */
const passkeyResponse = z.record(z.string(), z.unknown())
/** What a browser is to be asked, as JSON (PublicKeyCredential…OptionsJSON). */
const passkeyOptions = z.record(z.string(), z.unknown())

/**
 * `userActivationData` is JSON text of {@link ActivationData}. ISEXPIRED and ISPASSWORDSET are told with ISVALID false too:
 * ask for them first. USER is empty strings where the link is not valid.
 */
const linkInfo = z.object({ resultText: z.object({ userActivationData: z.string() }) })

/** access §3 "Activation or reset info", inside `userActivationData`. */
export const activationData = z.object({
  /** The link can be used now. */
  ISVALID: z.boolean(),
  /** Its time is over, or a newer link was sent. */
  ISEXPIRED: z.boolean(),
  /** Activation: the account is active already. Reset: this link has set a password already. */
  ISPASSWORDSET: z.boolean(),
  /** Characters of a new password at least, while the link can be used; 10 where a host does not say. */
  PASSWORDMIN: z.int().optional(),
  USER: z.object({ USERID: z.string(), OWNERID: z.nullable(z.int()), USERNAME: z.string() }),
})
export type ActivationData = z.infer<typeof activationData>

const recoveryCodes = z.array(z.string())

export const accessOperations = {
  /**
   * `challenge`: a code of the authenticator or of the e-mail (6 digits), or a recovery code ('XXXXX-XXXXX'). `passkey`: what
   * the browser answered to passkeyLoginOptions, in place of a code. An answer -20150 carries `passkey: true` where the user
   * has one, and `factor`: 'app' or 'email'. -20150 and -20155 carry `retryAfter`, in seconds, where no code can be right now: the
   * last one is no longer valid, and none can be sent before.
   */
  logIn: {
    params: z.strictObject({
      ...credentials,
      challenge: text(20).optional(),
      resend: z.boolean().optional(),
      passkey: passkeyResponse.optional(),
    }),
    result: z.object({ token: z.string(), resendOTPLimitMessage: z.string().optional() }),
  },
  logOut: { params: nothing, result: nothing },
  userInfo: {
    params: z.strictObject({ id: id.optional() }),
    result: z.object({
      user,
      permissions: z.record(z.string(), z.array(z.string())),
      /** Of the user named by `id`: whoever may name one may give another group. */
      groupId: id.optional(),
      /** Of the user named by `id`: the campaigns that they are limited to; none for all. */
      campaignIds: z.array(id).optional(),
      /** base64 of 32 bytes; only for the own user (contract "Local data"). */
      draftKey: z.string().optional(),
      /** After how many minutes without activity the host ends the session; only for the own user. */
      idleMinutes: z.int().optional(),
    }),
    permissionOf: ({ id: asked }: Readonly<Record<string, unknown>>, { userId }: { readonly userId: string }) =>
      asked === undefined || asked === userId ? undefined : ('User.write' as const),
  },
  /** How long the session lasts if nothing is done. Asking does not count as activity; any other call does, and starts the idle time again. */
  sessionState: {
    params: nothing,
    result: z.object({
      secondsLeft: z.int(),
      /** 'idle': activity prolongs it. 'limit': the twelve hours are over then, whatever is done. */
      endsBy: z.enum(['idle', 'limit']),
    }),
  },

  enrollUser: {
    params: z.strictObject(credentials),
    result: z.object({ secret: z.string(), otpauthUrl: z.string() }),
  },
  confirm2FAEnrolment: {
    params: z.strictObject({ ...credentials, challenge: text(20, 1) }),
    /** Shown once; each is good for one sign-in in place of a code. */
    result: z.object({ recoveryCodes }),
  },

  /** Always -20015 with the neutral text; '0' with the e-mail as resultText only where the owner's setting reveals it. */
  rememberPassword: {
    params: z.strictObject({ account: text(100, 1), ownerId: z.int() }),
    result: z.object({}),
  },
  getResetPasswordInfo: { params: z.strictObject({ userUUID: link }), result: linkInfo },
  getActivationInfo: { params: z.strictObject({ userUUID: link }), result: linkInfo },
  savePassword: {
    params: z.strictObject({
      requestId,
      userId: id,
      ownerId: z.int(),
      userUUID: link,
      password,
      confirmPassword: password,
      /** True from a reset link, false from an activation link. */
      reset: z.boolean(),
    }),
    result: nothing,
  },
  /** `token` is the link's. */
  activateUser: {
    params: z.strictObject({ requestId, user: id, token: link }),
    result: nothing,
  },
  /** A wrong old password is -20001; it counts as one at sign-in does. */
  changePassword: {
    params: z.strictObject({ requestId, oldPassword: password, password }),
    result: nothing,
  },

  /** What My Settings says beside the user's name. */
  securitySettings: {
    params: nothing,
    result: z.object({
      secondFactor: z.enum(['none', 'app', 'email']),
      /** The user has an authenticator app and may remove it: no second factor is required, or another one follows. */
      appRemovable: z.boolean(),
      recoveryCodesLeft: z.int(),
      passwordChangedAt: z.nullable(z.string()),
      /** The host's shortest password. */
      passwordMin: z.int(),
    }),
  },
  /** Replaces all recovery codes; only for users of an authenticator. */
  renewRecoveryCodes: {
    params: z.strictObject({ requestId, password }),
    result: z.object({ recoveryCodes }),
  },

  /**
   * An authenticator app in My Settings, for a user with or without one: a secret that nothing is signed in with until
   * confirmAuthenticator, at most ten minutes later. Asking again makes a new one.
   */
  offerAuthenticator: {
    params: z.strictObject({ password }),
    result: z.object({ secret: z.string(), otpauthUrl: z.string() }),
  },
  /** The offered secret takes the place of the one in use, if there is one, and the recovery codes that of all earlier ones. */
  confirmAuthenticator: {
    params: z.strictObject({ requestId, challenge: text(20, 1) }),
    result: z.object({ recoveryCodes }),
  },
  /** The factor that the user had before the app counts again. -20409 where the programme requires the app. */
  removeAuthenticator: { params: z.strictObject({ requestId, password }), result: nothing },

  /** The kinds of e-mails that the user does without. */
  mailAlerts: { params: nothing, result: z.object({ off: z.array(z.enum(mailAlertKinds)) }) },
  setMailAlerts: {
    params: z.strictObject({ requestId, off: z.array(z.enum(mailAlertKinds)).max(mailAlertKinds.length) }),
    result: nothing,
  },

  /** Where the user is logged in now, the newest activity first. */
  mySessions: {
    params: nothing,
    result: z.object({
      sessions: z.array(
        z.object({
          sessionId: z.uuid(),
          /** 'Chrome on Windows'; '' where the host knows nothing of it. */
          device: z.string(),
          /** The network address it was started from; '' if unknown. */
          address: z.string().optional(),
          startedAt: z.string(),
          lastActiveAt: z.string(),
          isThis: z.boolean(),
        }),
      ),
    }),
  },
  endMySession: { params: z.strictObject({ requestId, sessionId: z.uuid() }), result: nothing },

  passkeys: {
    params: nothing,
    result: z.object({
      passkeys: z.array(
        z.object({ passkeyId: id, name: z.string(), createdAt: z.string(), lastUsedAt: z.nullable(z.string()) }),
      ),
    }),
  },
  /** The password is asked again, since a passkey opens the account. */
  passkeyRegistrationOptions: {
    params: z.strictObject({ password }),
    result: z.object({ options: passkeyOptions }),
  },
  registerPasskey: {
    params: z.strictObject({ requestId, name: text(60, 1), response: passkeyResponse }),
    result: z.object({ passkeyId: id }),
  },
  removePasskey: {
    params: z.strictObject({ requestId, passkeyId: id, password }),
    result: nothing,
  },
  /** For somebody who is signing in: after the right password, what to ask their passkey. -20404 where there is none. */
  passkeyLoginOptions: {
    params: z.strictObject(credentials),
    result: z.object({ options: passkeyOptions }),
  },
}
