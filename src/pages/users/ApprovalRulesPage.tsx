// Approval rules (/user/approval-rules): the rules in force, the proposal that waits for a second administrator, and
// the form that proposes new rules.
import { m } from '#words/messages.js'
import { Signature } from 'lucide-react'
import { useState } from 'react'
import { client } from '#brand/current.ts'
import type { Result } from '#contract/operations.ts'
import type { ApprovalRules } from '#domain/approvals/rules.ts'
import { nameRules, rulesToLines } from '#domain/approvals/signing.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { RulesForm } from './approvals/RulesForm.tsx'
import { useButtonChange } from './useButtonChange.ts'

export default function ApprovalRulesPage() {
  const { data, failure, refresh } = useServerQuery('approvalRules', {})
  const [isEditing, setIsEditing] = useState(false)
  return (
    <Page title={m.approvals_rules()} description={m.approvals_intro()}>
      {!data && failure && (
        <EmptyState
          icon={Signature}
          title={failure.text}
          action={<Button onClick={refresh}>{m.common_tryAgain()}</Button>}
        />
      )}
      {!data && !failure && <SkeletonLines lines={6} />}
      {data && (
        <>
          {data.proposal && <Proposal data={data} proposal={data.proposal} onChanged={refresh} />}
          <Panel
            title={isEditing ? m.approvals_newRules() : m.approvals_inForce()}
            actions={
              !isEditing && (
                <Button kind="primary" onClick={() => setIsEditing(true)}>
                  {m.approvals_change()}
                </Button>
              )
            }
          >
            {isEditing ? (
              <RulesForm
                data={data}
                onCancel={() => setIsEditing(false)}
                onProposed={() => {
                  setIsEditing(false)
                  refresh()
                }}
              />
            ) : (
              <RuleLines data={data} rules={data.rules} />
            )}
          </Panel>
        </>
      )}
    </Page>
  )
}

type RulesData = Result<'approvalRules'>

interface ProposalProps {
  readonly data: RulesData
  readonly proposal: NonNullable<RulesData['proposal']>
  readonly onChanged: () => void
}

function Proposal({ data, proposal, onChanged }: ProposalProps) {
  const { run, isWaiting } = useButtonChange(onChanged)
  const { proposalID } = proposal
  return (
    <Banner
      kind="warning"
      title={m.approvals_proposalWaits({ by: proposal.proposedBy })}
      actions={
        <>
          <Button
            pending={isWaiting('withdrawApprovalRules', proposalID)}
            onClick={() => void run('withdrawApprovalRules', { proposalID }, proposalID)}
          >
            {m.approvals_withdrawButton()}
          </Button>
          <Button
            kind="primary"
            pending={isWaiting('confirmApprovalRules', proposalID)}
            disabledReason={proposal.refusal}
            onClick={() => void run('confirmApprovalRules', { proposalID }, proposalID)}
          >
            {m.machines_confirm()}
          </Button>
        </>
      }
    >
      <Instant value={proposal.proposedAt} />
      <RuleLines data={data} rules={proposal.rules} />
    </Banner>
  )
}

function RuleLines({ data, rules }: { readonly data: RulesData; readonly rules: ApprovalRules }) {
  const lines = rulesToLines(nameRules(rules, data, client.timeZone))
  if (lines.length === 0) return <p className="text-muted">{m.approvals_noRules()}</p>
  return (
    <ul className="list-disc ps-5">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
