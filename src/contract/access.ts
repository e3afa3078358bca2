// Operations of access: login and logout, the second factor, passwords and mailed links, the current user. Rules:
// docs/rules/access.md.
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

/** At most 100 characters; an emoji counts as one. */
const password = z
  .string()
  .min(1)
  .refine((value) => Array.from(value).length <= MAX_PASSWORD_CHARACTERS, say.passwordTooLong)

const credentials = { username: text(100, 1), password, ownerID: z.int() }

/** The secret of a mailed link: a UUID. Any other text of that length is an unknown link. */
const link = text(100, 1)

/** The answer of a browser's passkey, as JSON; the server's library checks it. */
const passkeyResponse = z.record(z.string(), z.unknown())
/** The request to the browser, as JSON (PublicKeyCredential…OptionsJSON). */
const passkeyOptions = z.record(z.string(), z.unknown())

/**
 * `userActivationData` is JSON text of {@link ActivationData}. ISEXPIRED and ISPASSWORDSET can be set while ISVALID is
 * false: check them first. USER has empty strings if the link is not valid.
 */
const linkInfo = z.object({ resultText: z.object({ userActivationData: z.string() }) })

/** The content of `userActivationData`. */
export const activationData = z.object({
  /** The link can be used now. */
  ISVALID: z.boolean(),
  /** It has expired, or a newer link was sent. */
  ISEXPIRED: z.boolean(),
  /** Activation: the account is active already. Reset: this link has set a password already. */
  ISPASSWORDSET: z.boolean(),
  /** Minimum length of a new password, while the link can be used; 10 if a server does not say. */
  PASSWORDMIN: z.int().optional(),
  USER: z.object({ USERID: z.string(), OWNERID: z.nullable(z.int()), USERNAME: z.string() }),
})
export type ActivationData = z.infer<typeof activationData>

/** Of a device's notices: 256 random bits. */
export const deviceToken = text(100, 1)

const recoveryCodes = z.array(z.string())

export const accessOperations = {
  /**
   * `challenge`: a code from the authenticator or the e-mail (6 digits), or a recovery code ('XXXXX-XXXXX'). `passkey`:
   * the browser's answer to passkeyLoginOptions, in place of a code. An answer -20150 has `passkey: true` if the user
   * has one, and `factor`: 'app' or 'email'. -20150 and -20155 have `retryAfter`, in seconds, if no code can be right
   * now: the last one is no longer valid, and none can be sent before.
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
  /** `keepsNotices`: the session was idle for too long, and the device's notices continue. */
  logOut: { params: z.strictObject({ keepsNotices: z.boolean().optional() }), result: nothing },
  userInfo: {
    params: z.strictObject({ id: id.optional() }),
    result: z.object({
      user,
      permissions: z.record(z.string(), z.array(z.string())),
      /** Of the user named by `id`, for administrators, who can change it. */
      groupId: id.optional(),
      /** Of the user named by `id`: the campaigns that they are limited to; none for all. */
      campaignIds: z.array(id).optional(),
      /** Why this user cannot approve or manage users now; only in a user's own details. */
      approvalHold: z.string().optional(),
      /** base64 of 32 bytes; only in a user's own details. */
      draftKey: z.string().optional(),
      /** After how many minutes without activity the server ends the session; only in a user's own details. */
      idleMinutes: z.int().optional(),
    }),
    permissionOf: ({ id: requested }: Readonly<Record<string, unknown>>, { userId }: { readonly userId: string }) =>
      requested === undefined || requested === userId ? undefined : ('User.write' as const),
  },
  /** How long the session lasts if nothing is done. Asking does not count as activity; any other call does, and starts the idle time again. */
  sessionState: {
    params: nothing,
    result: z.object({
      secondsLeft: z.int(),
      /** 'idle': activity prolongs it. 'limit': the session ends after twelve hours in any case. */
      endsBy: z.enum(['idle', 'limit']),
    }),
  },

  enrollUser: {
    params: z.strictObject(credentials),
    result: z.object({ secret: z.string(), otpauthUrl: z.string() }),
  },
  confirm2FAEnrolment: {
    params: z.strictObject({ ...credentials, challenge: text(20, 1) }),
    /** Shown once; each works once in place of a code. */
    result: z.object({ recoveryCodes }),
  },

  /** Always -20015 with the neutral text; '0' with the e-mail as resultText only if the owner's setting reveals it. */
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
  /** `token` is the link's secret. */
  activateUser: {
    params: z.strictObject({ requestId, user: id, token: link }),
    result: nothing,
  },
  /** A wrong old password is -20001 and counts like one at login. */
  changePassword: {
    params: z.strictObject({ requestId, oldPassword: password, password }),
    result: nothing,
  },

  /** The security section of My Settings. */
  securitySettings: {
    params: nothing,
    result: z.object({
      secondFactor: z.enum(['none', 'app', 'email']),
      /** The user has an authenticator app and can remove it: no second factor is required, or another one follows. */
      appRemovable: z.boolean(),
      recoveryCodesLeft: z.int(),
      passwordChangedAt: z.nullable(z.string()),
      /** The server's minimum length of passwords. */
      passwordMin: z.int(),
    }),
  },
  /** Replaces all recovery codes; only for users with an authenticator. */
  renewRecoveryCodes: {
    params: z.strictObject({ requestId, password }),
    result: z.object({ recoveryCodes }),
  },

  /**
   * Sets up an authenticator app in My Settings, for a user with or without one: the secret cannot be used until
   * confirmAuthenticator, within ten minutes. Asking again makes a new one.
   */
  offerAuthenticator: {
    params: z.strictObject({ password }),
    result: z.object({ secret: z.string(), otpauthUrl: z.string() }),
  },
  /** The offered secret replaces the one in use, if there is one, and the recovery codes replace all earlier ones. */
  confirmAuthenticator: {
    params: z.strictObject({ requestId, challenge: text(20, 1) }),
    result: z.object({ recoveryCodes }),
  },
  /** The factor that the user had before the app applies again. -20409 if the programme requires the app. */
  removeAuthenticator: { params: z.strictObject({ requestId, password }), result: nothing },

  /** The types of e-mails that the user has turned off. */
  mailAlerts: {
    params: nothing,
    result: z.object({
      off: z.array(z.enum(mailAlertKinds)),
      /** True if the others come together once a day. */
      daily: z.boolean(),
      /** When: 'HH:00' in the programme's time zone. */
      dailyAt: z.string(),
    }),
  },
  setMailAlerts: {
    params: z.strictObject({
      requestId,
      off: z.array(z.enum(mailAlertKinds)).max(mailAlertKinds.length),
      daily: z.boolean().optional(),
    }),
    result: nothing,
  },

  /** The sessions of the user, the newest activity first. */
  mySessions: {
    params: nothing,
    result: z.object({
      sessions: z.array(
        z.object({
          sessionId: z.uuid(),
          /** 'Chrome on Windows'; '' if unknown. */
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

  /** How long notices work after the sign-in, and the public key for Web Push if the server sends any. */
  noticeSettings: {
    params: nothing,
    result: z.object({ hours: z.int(), pushKey: z.string().optional() }),
  },
  /**
   * A token for this device that outlives the session and can only ask how many things wait (noticesWaiting). One for
   * each session: opening again replaces it, and `replaces` ends the one of an earlier session. `pushEndpoint`: where
   * the browser's push service takes messages for this device.
   */
  openNoticeChannel: {
    params: z.strictObject({ replaces: deviceToken.optional(), pushEndpoint: text(1000, 1).optional() }),
    result: z.object({
      deviceToken,
      until: z.string(),
      /** The server sends Web Push to this device. */
      isPushed: z.boolean(),
    }),
  },
  /** Ends a device's notices, with or without a session. */
  closeNoticeChannel: { params: z.strictObject({ deviceToken }), result: nothing },

  passkeys: {
    params: nothing,
    result: z.object({
      passkeys: z.array(
        z.object({ passkeyId: id, name: z.string(), createdAt: z.string(), lastUsedAt: z.nullable(z.string()) }),
      ),
    }),
  },
  /** The password is required again, since a passkey opens the account. */
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
  /** During a login, after the right password: the options for the user's passkey. -20404 if there is none. */
  passkeyLoginOptions: {
    params: z.strictObject(credentials),
    result: z.object({ options: passkeyOptions }),
  },
}
