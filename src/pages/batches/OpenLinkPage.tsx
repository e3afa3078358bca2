// /open: opens a batch from a link with the client's own scheme, such as `web+voyager:batch/17` in a spreadsheet or a
// note. Cards have no such links: their numbers must not be in addresses.
import { CircleAlert } from 'lucide-react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { canCall } from '#contract/facts.ts'
import { useSession } from '#services/session/session.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import * as say from '#words/pages/batches.ts'

export default function OpenLinkPage() {
  const [search] = useSearchParams()
  const permissions = useSession()?.permissions
  const batchId = /^web\+[a-z]+:(?:\/\/)?batch\/(\d{1,18})\/?$/i.exec(search.get('link') ?? '')?.[1]
  if (batchId !== undefined) {
    const page = canCall(permissions, 'batchLoads') ? '/batchloads' : '/batches/mine'
    return <Navigate to={`${page}?batch=${batchId}`} replace />
  }
  return (
    <Page title={say.openLink}>
      <EmptyState icon={CircleAlert} title={say.thisLinkLeadsNowhere}>
        {say.linkToBatchHasItsNumber}
      </EmptyState>
    </Page>
  )
}
