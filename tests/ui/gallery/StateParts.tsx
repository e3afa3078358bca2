// Components that show the state of a page: loading, empty, failed, offline.
import { Inbox } from 'lucide-react'
import { cents } from '#domain/money.ts'
import { Badge } from '#ui/Badge.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { CardNumber } from '#ui/CardNumber.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Facts } from '#ui/Facts.tsx'
import { DateText, Instant } from '#ui/Instant.tsx'
import { Money } from '#ui/Money.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Progress } from '#ui/Progress.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { SummaryBar } from '#ui/tables/SummaryBar.tsx'

export function StateParts() {
  return (
    <>
      <SummaryBar
        label="Batch totals"
        figures={[
          { label: 'Rows', value: '5,000' },
          { label: 'Valid', value: '4,986', tone: 'positive' },
          { label: 'To fix', value: '14', tone: 'critical' },
          { label: 'Amount', value: <Money cents={cents(9_624_000)} currency="SGD" /> },
          { label: 'Fee', value: <Money cents={cents(481_200)} currency="SGD" /> },
        ]}
        actions={<Button kind="primary">Next</Button>}
      />
      <Banner title="New version ready: reload when you finish" actions={<Button size="small">Reload now</Button>} />
      <Banner kind="warning" title="This file equals batch 1042, uploaded 3 days ago">
        Say why it is loaded again, or choose another file.
      </Banner>
      <Banner kind="critical" title="Cannot connect to server" actions={<Button size="small">Check again</Button>}>
        The batch may or may not have been received. Asking again is safe.
      </Banner>
      <Banner kind="offline" title="Offline since 04 Mar 2026, 10:42 SGT">
        What needs the server waits until the connection is back.
      </Banner>
      <Panel title="Badges, values">
        <div className="mb-4 flex flex-wrap gap-2">
          <Badge>Not verified</Badge>
          <Badge tone="accent">Approved</Badge>
          <Badge tone="waiting">Awaiting approval</Badge>
          <Badge tone="positive">Loaded</Badge>
          <Badge tone="warning">Partly loaded</Badge>
          <Badge tone="critical">Rejected</Badge>
        </div>
        <Facts
          facts={[
            { label: 'Card', value: <CardNumber value="9000012345678901" /> },
            { label: 'Tracking number', value: <CardNumber kind="identifier" value="100000000012345" /> },
            { label: 'Uploaded', value: <Instant value="2026-03-04T02:42:00Z" /> },
            { label: 'Expires', value: <DateText value="2029-01-31" /> },
            { label: 'Balance', value: <Money cents={cents(-12_550)} currency="SGD" strong /> },
            { label: 'File name', value: 'loads-march-2026-second-half.xlsx' },
          ]}
        />
      </Panel>
      <div className="grid gap-5 sm:grid-cols-2">
        <Panel title="Progress">
          <Progress label="Checking rows" done={3120} total={5000} />
        </Panel>
        <Panel title="To come">
          <SkeletonLines />
        </Panel>
      </div>
      <Panel>
        <EmptyState icon={Inbox} title="Nothing waits for you" action={<Button>Create Batch Load</Button>}>
          Batches that others upload appear here.
        </EmptyState>
      </Panel>
    </>
  )
}
