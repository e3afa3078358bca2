// Handles the browser's return from the company's login: checks the provider's response, finds the user and maps the
// groups. The outcome waits for the sign-in page, which asks for it (handlers.ts). Rules: docs/rules/single-sign-on.md.
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

/** A response that belongs to no open sign-in of this browser changes nothing: the page finds none and says so. */
export async function acceptReturn(context: CallContext, query: string): Promise<void> {
  const { db, settings, browserKey, now } = context
  const { provider } = settings
  const parameters = new URLSearchParams(query)
  const state = parameters.get('state') ?? ''
  if (!provider || browserKey === '' || state === '') return
  const login = await takeLogin(db, { issuer: provider.issuer, browserKey, state }, now())
  if (!login) return
  const answer = await read(context, query, parameters, { ...login, state })
  if (typeof answer === 'string') {
    await storeResult(db, login, { refusal: answer }, undefined)
    return auditRefusal(context, answer, undefined)
  }
  const refusal = await db.transaction().execute(async (trx) => {
    const result = await accept(context, trx, provider, answer)
    await storeResult(trx, login, result, answer.claims)
    return result.refusal
  })
  context.jobs.wake()
  if (refusal !== null) await auditRefusal(context, refusal, answer.claims)
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
