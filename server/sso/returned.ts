// Handles the browser's return from the company's login: checks the provider's response, finds the user and maps the
// groups. The outcome waits for the sign-in page, which asks for it (handlers.ts). Rules: docs/rules/single-sign-on.md.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { callToOrigin, writeAudit } from '#server/audit/audit.ts'
import type { ProviderSettings } from '#server/config/settings.ts'
import { errorToFields } from '#server/log.ts'
import type { CallContext } from '#server/operations/context.ts'
import type { ProviderClaims } from '#server/db/access-tables.ts'
import { type ProviderRefusal, storeResult, takeLogin } from '#server/sessions/provider-logins.ts'
import { applyProviderGroup } from '#server/users/provider-group.ts'
import { identifyUser } from './identity.ts'
import { type ProviderAnswer, ProviderUnreachable, readAnswer } from './provider.ts'
import { refusalText } from './refusals.ts'

/** The result of a test login, as a sentence for the tab of the test. */
export interface TestOutcome {
  readonly text: string
}

/**
 * Returns the outcome of a test. Undefined for every other sign-in, whose result the sign-in page reads later. A
 * response that belongs to no open sign-in of this browser changes nothing. The sign-in page then finds no result and
 * shows this.
 */
export async function acceptReturn(context: CallContext, query: string): Promise<TestOutcome | undefined> {
  const { db, settings, browserKey, now } = context
  const { provider } = settings
  const parameters = new URLSearchParams(query)
  const state = parameters.get('state') ?? ''
  if (!provider || browserKey === '' || state === '') return undefined
  const login = await takeLogin(db, { issuer: provider.issuer, browserKey, state }, now())
  if (!login) return undefined
  const answer = await readAnswerOrRefusal(context, query, parameters, { ...login, state })
  const isRefused = typeof answer === 'string'
  if (isRefused) {
    await storeResult(db, login, { refusal: answer }, undefined)
    if (login.is_test) return { text: refusalText(context, answer, undefined) }
    await auditRefusal(context, answer, undefined)
    return undefined
  }
  if (login.is_test) return runTest(context, provider, login, answer)
  const refusal = await db.transaction().execute(async (trx) => {
    const result = await signIn(context, trx, provider, answer)
    await storeResult(trx, login, result, answer.claims)
    return result.refusal
  })
  context.jobs.wake()
  if (refusal !== null) await auditRefusal(context, refusal, answer.claims)
  return undefined
}

/** Thrown at the end of a test to roll back everything that the sign-in has done. */
class TestEnds extends Error {}

/**
 * A test does the same as a sign-in, so that its result is reliable. Then the test is rolled back: no user is linked,
 * activated, moved to a group or mailed. A test gets no ticket.
 */
async function runTest(
  context: CallContext,
  provider: ProviderSettings,
  login: { readonly state_hash: Buffer },
  answer: ProviderAnswer,
): Promise<TestOutcome> {
  const { db } = context
  const result = await trySignIn(context, provider, answer)
  const { refusal } = result
  if (refusal !== null) {
    await storeResult(db, login, { refusal }, answer.claims)
    return { text: refusalText(context, refusal, answer.claims) }
  }
  const { user_id: userId, has_factor: hasFactor } = result
  await storeResult(db, login, { refusal, user_id: userId, has_factor: hasFactor }, answer.claims)
  const { username } = await db
    .selectFrom('user_account')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { text: m.sso_testWorked({ provider: provider.name, username }) }
}

/** The result of a sign-in that is rolled back. */
async function trySignIn(
  context: CallContext,
  provider: ProviderSettings,
  answer: ProviderAnswer,
): Promise<SignInResult> {
  let result: SignInResult = { refusal: 'failed' }
  try {
    await context.db.transaction().execute(async (trx) => {
      result = await signIn(context, trx, provider, answer)
      throw new TestEnds()
    })
  } catch (error) {
    if (!(error instanceof TestEnds)) throw error
  }
  return result
}

async function readAnswerOrRefusal(
  context: CallContext,
  query: string,
  parameters: URLSearchParams,
  login: { readonly state: string; readonly nonce: string; readonly verifier: string },
): Promise<ProviderAnswer | ProviderRefusal> {
  try {
    return await readAnswer(context, query, login)
  } catch (error) {
    context.log.warn(
      { correlationId: context.correlationId, ...errorToFields(error) },
      'a response of the provider was refused',
    )
    // The provider's own text is not shown, because anyone could write a text into the address.
    if (parameters.has('error')) return 'denied'
    const isUnreachable = error instanceof ProviderUnreachable || isTransportError(error)
    return isUnreachable ? 'unreachable' : 'failed'
  }
}

/** True if the provider did not answer at all, for example because of a timeout. */
function isTransportError(error: unknown): boolean {
  const { name, cause, code } = error as { name?: string; cause?: unknown; code?: string }
  const causeName = (cause as Error | undefined)?.name
  const isTimeout = name === 'TimeoutError' || causeName === 'TimeoutError' || code === 'OAUTH_TIMEOUT'
  return isTimeout || isFetchError(error)
}

const isFetchError = (error: unknown): boolean => error instanceof TypeError && error.message === 'fetch failed'

interface RefusedSignIn {
  readonly refusal: ProviderRefusal
}

interface AcceptedSignIn {
  readonly refusal: null
  readonly user_id: number
  readonly is_first: boolean
  readonly has_factor: boolean
  readonly provider_sid: string | null
  readonly id_token: string
}

type SignInResult = RefusedSignIn | AcceptedSignIn

async function signIn(
  context: CallContext,
  db: CallContext['db'],
  provider: ProviderSettings,
  { claims, idToken, sid, hasFactor }: ProviderAnswer,
): Promise<SignInResult> {
  const areGroupsMapped = provider.groups.length > 0
  const groupName = provider.groups.find(({ theirs }) => claims.groups.includes(theirs))?.ours
  if (areGroupsMapped && groupName === undefined) return { refusal: 'noGroup' }
  const identified = await identifyUser(context, db, provider, claims)
  if (identified.refusal) return { refusal: identified.refusal }
  const { userId, isFirst } = identified
  if (groupName !== undefined) {
    const result = await applyProviderGroup(context, db, { userId, groupName })
    if (result === 'unknown') return { refusal: 'unknownGroup' }
  }
  return {
    refusal: null,
    user_id: userId,
    is_first: isFirst,
    has_factor: hasFactor,
    provider_sid: sid,
    id_token: idToken,
  }
}

const auditRefusal = (
  context: CallContext,
  refusal: ProviderRefusal,
  claims: ProviderClaims | undefined,
): Promise<void> =>
  writeAudit(context.db, {
    ...callToOrigin(context),
    userId: null,
    ownerId: context.client.ownerId,
    method: 'finishProviderLogin',
    resultCode: codes.refusedState,
    refusal: () => refusalText(context, refusal, claims),
  })
