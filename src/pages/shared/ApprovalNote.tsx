// The signatures that the approval rules require for a batch or an order, with the reason, and the users who have
// signed. Renders nothing if no rule applies.
import { m } from '#words/messages.js'
import type { Approval } from '#contract/approvals.ts'
import { commas } from '#words/lists.ts'
import { Banner } from '#ui/Banner.tsx'

export function ApprovalNote({ approval }: { readonly approval: Approval | undefined }) {
  if (!approval) return null
  const [firstNeed, ...otherNeeds] = approval.needs
  const signerNames = commas([...new Set(approval.signatures.map(signerToText))])
  const progress = signedToText(approval)
  const progressWithNames = signerNames === '' ? progress : m.approvals_signedBy({ progress, names: signerNames })
  const hasNeeds = firstNeed !== undefined
  return (
    // The first need is the title, and the progress with the names the last line. Without needs, the progress alone is
    // the title.
    <Banner title={hasNeeds ? firstNeed : progress} kind={approval.isBlocked ? 'warning' : 'info'}>
      {approval.isBlocked && <span className="block font-medium">{m.approvals_noOneSigns()}</span>}
      {approval.signsFor !== undefined && (
        <span className="block font-medium">{m.approvals_youSignFor({ user: approval.signsFor })}</span>
      )}
      {otherNeeds.map((need) => (
        <span key={need} className="block">
          {need}
        </span>
      ))}
      {hasNeeds && progressWithNames}
    </Banner>
  )
}

/** 'B for A' if a deputy signed. */
const signerToText = ({ by, onBehalfOf: user }: Approval['signatures'][number]): string =>
  user === undefined ? by : m.approvals_byFor({ by, user })

/** 'Signed by 1 of 2' */
export const signedToText = ({ signed, needed }: Pick<Approval, 'signed' | 'needed'>): string =>
  m.approvals_signedOf({ signed, needed })

/** The signatures after the viewer has signed, and those needed. Undefined if no one has to sign after the viewer. */
export function partialCountOf(approval: Approval | undefined): Pick<Approval, 'signed' | 'needed'> | undefined {
  if (!approval) return undefined
  const signed = approval.signed + 1
  return signed < approval.needed ? { signed, needed: approval.needed } : undefined
}
