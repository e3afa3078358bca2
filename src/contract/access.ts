// Operations of access: login and logout, the second factor, passwords and mailed links, the current user. Rules:
// docs/rules/access.md.
import { type Language, languageNames } from '#domain/texts/languages.ts'
import { m } from '#words/messages.js'
import * as z from 'zod'
import { mailAlertTypes } from '#domain/access/mail-alerts.ts'
import { connectionStepNames } from '#domain/access/connection-steps.ts'
import { MAX_PASSWORD_LENGTH } from '#domain/access/passwords.ts'
import { date, id, nothing, requestId, text } from './fields.ts'

export const user = z.object({
  userId: id,
  username: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
})

/** Characters are counted as code points, so an emoji counts as one. */
const password = z
  .string()
  .min(1)
  .refine((value) => Array.from(value).length <= MAX_PASSWORD_LENGTH, { error: () => m.contract_passwordTooLong() })

const credentials = { username: text(100, 1), password, ownerID: z.int() }

/** The secret of a mailed link: a UUID. Any other text is treated as an unknown link. */
const linkSecret = text(100, 1)

/** The response of a browser's passkey, as JSON. The server's library checks it. */
const passkeyResponse = z.record(z.string(), z.unknown())
/** The options that the portal passes to the browser's passkey API, as JSON (PublicKeyCredential…OptionsJSON). */
const passkeyOptions = z.record(z.string(), z.unknown())

/** `userActivationData` is JSON text of {@link ActivationData}. */
const linkInfo = z.object({ resultText: z.object({ userActivationData: z.string() }) })

/**
 * The content of `userActivationData`. If ISVALID is false, ISEXPIRED and ISPASSWORDSET say why, and the texts of USER
 * are empty.
 */
export const activationData = z.object({
  /** True if the link can be used now. */
  ISVALID: z.boolean(),
  /** True if the link has expired, or a newer link was sent. */
  ISEXPIRED: z.boolean(),
  /** For an activation link: true if the account is active. For a reset link: true if the link has set a password. */
  ISPASSWORDSET: z.boolean(),
  /** Only for a link that can be used: the minimum length of a new password. 10 if a server omits it. */
  PASSWORDMIN: z.int().optional(),
  USER: z.object({ USERID: z.string(), OWNERID: z.nullable(z.int()), USERNAME: z.string() }),
})
export type ActivationData = z.infer<typeof activationData>

/** The secret with which a device reads its notices: 256 random bits. */
export const deviceToken = text(100, 1)

const recoveryCodes = z.array(z.string())

/** A step of the check of the company's login. `text` says what works, or what is wrong and what to do. */
const connectionStep = z.object({
  step: z.enum(connectionStepNames),
  state: z.enum(['ok', 'note', 'wrong']),
  text: z.string(),
})
export type ConnectionStep = z.output<typeof connectionStep>

export const accessOperations = {
  /**
   * Signs a user in. A response -20150 asks for a second factor: `factor` is 'app' or 'email', and `passkey` is true if
   * the user has a passkey. If the last code is no longer valid and no new code can be sent yet, -20150 and -20155 have
   * `retryAfter`: the seconds until a new code can be sent.
   */
  logIn: {
    params: z.strictObject({
      ...credentials,
      /** A code from the authenticator or the e-mail (6 digits), or a recovery code ('XXXXX-XXXXX'). */
      challenge: text(20).optional(),
      /** True to get another code. */
      resend: z.boolean().optional(),
      /** Instead of a code: the browser's response to passkeyLoginOptions. */
      passkey: passkeyResponse.optional(),
    }),
    result: z.object({ token: z.string(), resendOTPLimitMessage: z.string().optional() }),
  },
  /**
   * Begins a sign-in by the company's login (OpenID Connect), if the server has one. The result is the address at the
   * provider that the browser opens. A cookie of the response binds the sign-in to this browser for ten minutes.
   */
  startProviderLogin: { params: z.strictObject({}), result: z.object({ url: z.string() }) },
  /** What the provider has to know about this portal, and the check of the connection step by step. */
  companyLogin: {
    params: nothing,
    result: z.object({
      /** False if the server's settings name no provider. */
      isConnected: z.boolean(),
      addresses: z.object({ back: z.string(), afterLogout: z.string(), backChannel: z.string(), scim: z.string() }),
      steps: z.array(connectionStep),
    }),
  },
  /** The address for a test login, which signs no one in. Afterwards, `companyLogin` contains its result. */
  startTestLogin: { params: nothing, result: z.object({ url: z.string() }) },
  /**
   * The result of this browser's last sign-in by the company's login. If the provider has identified a person who
   * cannot use the portal, the response is -20409 with `hasNoAccount: true`.
   */
  finishProviderLogin: {
    params: z.strictObject({}),
    result: z.object({
      username: z.string(),
      /**
       * Replaces the user's password in logIn and the other operations of a sign-in. Valid only in this browser, for
       * ten minutes and one session.
       */
      ticket: z.string(),
      /** True if the user was linked to the company's login just now. */
      isFirst: z.boolean(),
    }),
  },
  /** Ends the session. */
  logOut: {
    params: z.strictObject({
      /** True if the session was idle for too long. The device then continues to get notices. */
      keepsNotices: z.boolean().optional(),
    }),
    result: z.object({
      /** For a session that the company's login has begun: the address at which that login ends its own session. */
      logoutUrl: z.string().optional(),
    }),
  },
  userInfo: {
    params: z.strictObject({ id: id.optional() }),
    result: z.object({
      user,
      permissions: z.record(z.string(), z.array(z.string())),
      /** Only for administrators: the group of the user named by `id`. */
      groupId: id.optional(),
      /** The campaigns that the user named by `id` is limited to. Empty if the user is not limited. */
      campaignIds: z.array(id).optional(),
      /** After this day the user named by `id` has no access. Omitted for no end. */
      lastDay: date.optional(),
      /** The reason why this user cannot approve or manage users now. Only in a user's own details. */
      approvalHold: z.string().optional(),
      /** The language that the user has chosen. Only in a user's own details. */
      language: z.string().optional(),
      /** base64 of 32 bytes. Only in a user's own details. */
      draftKey: z.string().optional(),
      /** Minutes without activity after which the server ends the session. Only in a user's own details. */
      idleMinutes: z.int().optional(),
    }),
    permissionOf: ({ id: requestedId }: Readonly<Record<string, unknown>>, { userId }: { readonly userId: string }) =>
      requestedId === undefined || requestedId === userId ? undefined : ('User.write' as const),
  },
  /**
   * How long the session lasts without activity. Calls that the portal repeats (methods.ts, `isPolled`), such as this
   * call, do not count as activity. Any other call restarts the idle time.
   */
  sessionState: {
    params: nothing,
    result: z.object({
      secondsLeft: z.int(),
      /** 'idle': activity prolongs the session. 'limit': the session ends after twelve hours in any case. */
      endsBy: z.enum(['idle', 'limit']),
    }),
  },
  /**
   * Waits until something changes for the user, or `seconds` have passed. 'changed': a session of the user has ended,
   * or the overview is different. The portal's next calls show which of the two. 'notHeld': the server cannot let calls
   * wait now. The portal then asks again after a pause.
   */
  awaitChange: {
    params: z.strictObject({ seconds: z.int().min(0).max(20) }),
    result: z.object({ outcome: z.enum(['changed', 'unchanged', 'notHeld']) }),
  },

  enrollUser: {
    params: z.strictObject(credentials),
    result: z.object({ secret: z.string(), otpauthUrl: z.string() }),
  },
  confirm2FAEnrolment: {
    params: z.strictObject({ ...credentials, challenge: text(20, 1) }),
    /** Shown once. Each code works once, instead of a code from the app or an e-mail. */
    result: z.object({ recoveryCodes }),
  },

  /**
   * Sends a link for a new password. Always responds -20015 with a neutral text. Only if a setting of the owner reveals
   * e-mail addresses, responds '0' with the address as resultText.
   */
  rememberPassword: {
    params: z.strictObject({ account: text(100, 1), ownerId: z.int() }),
    result: z.object({}),
  },
  getResetPasswordInfo: { params: z.strictObject({ userUUID: linkSecret }), result: linkInfo },
  getActivationInfo: { params: z.strictObject({ userUUID: linkSecret }), result: linkInfo },
  savePassword: {
    params: z.strictObject({
      requestId,
      userId: id,
      ownerId: z.int(),
      userUUID: linkSecret,
      password,
      confirmPassword: password,
      /** True for a reset link, false for an activation link. */
      reset: z.boolean(),
    }),
    result: nothing,
  },
  /** Activates the account of an activation link. `token` is the secret of the link. */
  activateUser: {
    params: z.strictObject({ requestId, user: id, token: linkSecret }),
    result: nothing,
  },
  /** Changes the user's password. A wrong old password is refused with -20001 and counts like a wrong one at login. */
  changePassword: {
    params: z.strictObject({ requestId, oldPassword: password, password }),
    result: nothing,
  },

  /** The security section of My Settings. */
  securitySettings: {
    params: nothing,
    result: z.object({
      secondFactor: z.enum(['none', 'app', 'email']),
      /** True if the user can remove the authenticator app, because another factor replaces it or none is required. */
      appRemovable: z.boolean(),
      recoveryCodesLeft: z.int(),
      passwordChangedAt: z.nullable(z.string()),
      /** The server's minimum length of passwords. */
      passwordMin: z.int(),
    }),
  },
  /** Replaces all recovery codes. Only for users with an authenticator. */
  renewRecoveryCodes: {
    params: z.strictObject({ requestId, password }),
    result: z.object({ recoveryCodes }),
  },

  /**
   * Checks the password of the signed-in user. For the next five minutes, as after a login, the session can change the
   * e-mail address or second factor of a user and end sessions. At any other time, these operations are refused with
   * -20409 and `passwordNeeded: true`.
   */
  confirmIdentity: { params: z.strictObject({ password }), result: nothing },

  /**
   * Creates the secret of an authenticator app in My Settings. The user can have another app already. The secret must
   * be confirmed with confirmAuthenticator within ten minutes. A repeated call creates a new secret.
   */
  offerAuthenticator: {
    params: z.strictObject({ password }),
    result: z.object({ secret: z.string(), otpauthUrl: z.string() }),
  },
  /** The offered secret replaces an earlier secret, and the new recovery codes replace all earlier codes. */
  confirmAuthenticator: {
    params: z.strictObject({ requestId, challenge: text(20, 1) }),
    result: z.object({ recoveryCodes }),
  },
  /**
   * Removes the app. The user's earlier factor applies again. Refused with -20409 if the programme requires the app.
   */
  removeAuthenticator: { params: z.strictObject({ requestId, password }), result: nothing },

  /** The types of e-mails that the user has turned off. */
  mailAlerts: {
    params: nothing,
    result: z.object({
      off: z.array(z.enum(mailAlertTypes)),
      /** True if the other e-mails are combined into one per day. */
      daily: z.boolean(),
      /** The time of the daily e-mail: 'HH:00' in the programme's time zone. */
      dailyAt: z.string(),
    }),
  },
  setMailAlerts: {
    params: z.strictObject({
      requestId,
      off: z.array(z.enum(mailAlertTypes)).max(mailAlertTypes.length),
      daily: z.boolean().optional(),
    }),
    result: nothing,
  },

  /**
   * Sets the language of the user's e-mails and report files. On the user's other devices, the portal opens in this
   * language too.
   */
  setLanguage: {
    params: z.strictObject({ requestId, language: z.enum(Object.keys(languageNames) as Language[]) }),
    result: nothing,
  },

  /** The sessions of the user, the most recently active first. */
  mySessions: {
    params: nothing,
    result: z.object({
      sessions: z.array(
        z.object({
          sessionId: z.uuid(),
          /** 'Chrome on Windows'. '' if unknown. */
          device: z.string(),
          /** The network address from which the session was started. '' if unknown. */
          address: z.string().optional(),
          startedAt: z.string(),
          lastActiveAt: z.string(),
          isThis: z.boolean(),
        }),
      ),
    }),
  },
  endMySession: { params: z.strictObject({ requestId, sessionId: z.uuid() }), result: nothing },

  /** For how many hours after a login a device gets notices. `pushKey`: the public key, if the server uses Web Push. */
  noticeSettings: {
    params: nothing,
    result: z.object({ hours: z.int(), pushKey: z.string().optional() }),
  },
  /**
   * Creates a token for this device. The token stays valid after the session, and can only read the number of waiting
   * items (noticesWaiting). Each session has one token, which a repeated call replaces.
   */
  openNoticeChannel: {
    params: z.strictObject({
      /** The token of an earlier session, which ends. */
      replaces: deviceToken.optional(),
      /** The address of the browser's push service for this device. */
      pushEndpoint: text(1000, 1).optional(),
    }),
    result: z.object({
      deviceToken,
      until: z.string(),
      /** True if the server sends Web Push to this device. */
      isPushed: z.boolean(),
    }),
  },
  /** Ends a device's notices, with or without a session. */
  closeNoticeChannel: { params: z.strictObject({ deviceToken }), result: nothing },
  /**
   * Called when the browser has replaced the address at which its push service reaches the device. Needs no session,
   * because only the device, its push service and the server know the earlier address. A call with an unknown address
   * changes nothing and gets the same response.
   */
  renewPushEndpoint: {
    params: z.strictObject({ earlierEndpoint: text(1000), pushEndpoint: text(1000) }),
    result: nothing,
  },

  passkeys: {
    params: nothing,
    result: z.object({
      passkeys: z.array(
        z.object({ passkeyId: id, name: z.string(), createdAt: z.string(), lastUsedAt: z.nullable(z.string()) }),
      ),
    }),
  },
  /** The password is required again, since a passkey can log in to the account. */
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
  /** During a login, after the correct password: the options for the user's passkey. -20404 if the user has none. */
  passkeyLoginOptions: {
    params: z.strictObject(credentials),
    result: z.object({ options: passkeyOptions }),
  },
}
