// The page of a sandbox (/sandbox). It simulates events of cards outside the portal, payments at the bank, and a card
// processor that is down. It also resets the sandbox. The banner of every page has the sandbox's clock. In the demo
// programme the page simulates only events of cards and payments.
import { m } from '#words/messages.js'
import { FlaskConical } from 'lucide-react'
import { client } from '#brand/current.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { CardEventForm } from './CardEventForm.tsx'
import { PaymentForm } from './PaymentForm.tsx'
import { ProcessorPanel } from './ProcessorPanel.tsx'
import { ResetPanel } from './ResetPanel.tsx'
import { RowOutcomes } from './RowOutcomes.tsx'

export default function SandboxPage() {
  const { data, failure, refresh } = useServerQuery('sandboxState', {})
  return (
    <Page title={client.isDemo ? m.sandbox_simulator() : m.sandbox_label()} description={m.sandbox_pageIntro()}>
      {data && (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="grid gap-4">
            <CardEventForm currency={data.currency} />
            {!client.isDemo && <RowOutcomes />}
          </div>
          <div className="grid gap-4">
            <PaymentForm currency={data.currency} />
            {!client.isDemo && (
              <>
                <ProcessorPanel isDown={data.isProcessorDown} waitingEvents={data.waitingEvents} />
                <ResetPanel />
              </>
            )}
          </div>
        </div>
      )}
      {!data && failure && (
        <EmptyState
          icon={FlaskConical}
          title={failure.text}
          action={<Button onClick={refresh}>{m.common_tryAgain()}</Button>}
        />
      )}
      {!data && !failure && <SkeletonLines lines={8} />}
    </Page>
  )
}
