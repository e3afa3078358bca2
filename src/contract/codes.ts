// The result codes that portal and server share, and the maximum length of a request that does not name its user in a
// header. Rules: docs/rules/requests.md, "Result codes".

export const codes = {
  success: '0',
  badCredentials: '-20001',
  sessionInvalid: '-20012',
  reminderSent: '-20015',
  notEnrolled: '-20031',
  locked: '-20032',
  codeRequired: '-20150',
  codeWrong: '-20151',
  codeResent: '-20152',
  resendLimit: '-20155',
  spanTooLong: '-20301',
  spanReversed: '-20302',
  refusedParameters: '-20400',
  notAuthorized: '-20403',
  notFound: '-20404',
  refusedState: '-20409',
  tooManyAttempts: '-20429',
  internal: '-20500',
} as const

export type ResultCode = (typeof codes)[keyof typeof codes]

/**
 * Maximum length, in characters, of a request that the server reads before it knows the user. A longer request of a
 * signed-in user must also send its token as `Authorization: Bearer`.
 */
export const MAX_LENGTH_WITHOUT_SESSION = 64 * 1024
