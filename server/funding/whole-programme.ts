// Refuses users who are limited to some campaigns. The funding account belongs to the whole programme, so these users
// can neither see nor change it. Rules: docs/rules/funding.md, "Who can do what".
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { refuse, type Refusal, type SessionContext } from '#server/operations/context.ts'

export const refuseLimitedViewer = ({ viewer }: Pick<SessionContext, 'viewer'>): Refusal | undefined =>
  viewer.campaignIds === undefined ? undefined : refuse(codes.notAuthorized, m.funding_notForLimitedUsers)
