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

/** The sentence for the tab of a test, in which the person who tried it reads the result. */
export interface TestOutcome {
  readonly text: string
}

/**
 * A response that belongs to no open sign-in of this browser changes nothing: the page finds no result and says so.
 * Returns the outcome of a test; undefined for every other sign-in.
 */
export async function acceptReturn(context: CallContext, query: string): Promise<TestOutcome | undefined> {
  const { db, settings, browserKey, now } = context
  const { provider } = settings
  const parameters = new URLSearchParams(query)
  const state = parameters.get('state') ?? ''
  if (!provider || browserKey === '' || state === '') return undefined
  const login = await takeLogin(db, { issuer: provider.issuer, browserKey, state }, now())
  if (!login) return undefined
  const answer = await read(context, query, parameters, { ...login, state })
  if (typeof answer === 'string') {
    await storeResult(db, login, { refusal: answer }, undefined)
    if (login.is_test) return { text: refusalText(context, answer, undefined) }
    await auditRefusal(context, answer, undefined)
    return undefined
  }
  if (login.is_test) return storeTest(context, provider, login, answer)
  const refusal = await db.transaction().execute(async (trx) => {
    const result = await accept(context, trx, provider, answer)
    await storeResult(trx, login, result, answer.claims)
    return result.refusal
  })
  context.jobs.wake()
  if (refusal !== null) await auditRefusal(context, refusal, answer.claims)
  return undefined
}

/** Thrown at the end of a test, to roll back everything that the sign-in has done. */
class TestEnds extends Error {}

/**
 * A test does all that a sign-in does, so that its result is true, and then undoes it: no user is linked, activated, put
 * into a group or mailed, and there is no ticket.
 */
async function storeTest(
  context: CallContext,
  provider: ProviderSettings,
  login: { readonly state_hash: Buffer },
  answer: ProviderAnswer,
): Promise<TestOutcome> {
  const { db } = context
  let result: Awaited<ReturnType<typeof accept>> = { refusal: 'failed' }
  await db
    .transaction()
    .execute(async (trx) => {
      result = await accept(context, trx, provider, answer)
      throw new TestEnds()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TestEnds)) throw error
    })
  const { refusal, user_id: userId, has_factor: hasFactor } = result as AcceptedOrRefused
  const isAccepted = refusal === null && userId !== undefined
  const stored = isAccepted ? { refusal, user_id: userId, has_factor: hasFactor ?? false } : { refusal }
  await storeResult(db, login, stored, answer.claims)
  if (!isAccepted) return { text: refusalText(context, refusal ?? 'failed', answer.claims) }
  const { username } = await db
    .selectFrom('user_account')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { text: m.sso_testWorked({ provider: provider.name, username }) }
}

interface AcceptedOrRefused {
  readonly refusal: ProviderRefusal | null
  readonly user_id?: number
  readonly has_factor?: boolean
}

async function read(
  context: CallContext,
  query: string,
  parameters: URLSearchParams,
  login: { readonly state: string; readonly nonce: string; readonly verifier: string },
): Promise<ProviderAnswer | ProviderRefusal> {
  try {
    return await readAnswer(context, query, login)
  } catch (error) {
    context.log.warn(
      { correlationId: context.correlationId, ...errorToFields(error as Error) },
      'a response of the provider was refused',
    )
    // The provider's own text is not shown: anyone could write one into the address.
    if (parameters.has('error')) return 'denied'
    return error instanceof ProviderUnreachable || isTransportError(error) ? 'unreachable' : 'failed'
  }
}

/** True if the provider did not answer at all, for example by a timeout. */
const isTransportError = (error: unknown): boolean => {
  const names = [error, (error as Error).cause].map((each) => (each as Error | undefined)?.name)
  return names.includes('TimeoutError') || (error as { code?: string }).code === 'OAUTH_TIMEOUT' || isFetchError(error)
}

const isFetchError = (error: unknown): boolean => error instanceof TypeError && error.message === 'fetch failed'

async function accept(
  context: CallContext,
  db: CallContext['db'],
  provider: ProviderSettings,
  { claims, idToken, sid, hasFactor }: ProviderAnswer,
) {
  const groupName = provider.groups.find(({ theirs }) => claims.groups.includes(theirs))?.ours
  if (provider.groups.length > 0 && groupName === undefined) return { refusal: 'noGroup' } as const
  const identified = await identifyUser(context, db, provider, claims)
  if (identified.refusal) return { refusal: identified.refusal }
  const { userId, isFirst } = identified
  if (groupName !== undefined && (await applyProviderGroup(context, db, { userId, groupName })) === 'unknown')
    return { refusal: 'unknownGroup' } as const
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
