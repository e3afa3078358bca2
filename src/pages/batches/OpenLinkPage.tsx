// /open: opens a batch from a link with the client's own scheme, such as `web+voyager:batch/17` in a spreadsheet or a
// note. There are no links to cards, because card numbers must not be in addresses.
import { m } from '#words/messages.js'
import { CircleAlert } from 'lucide-react'
import { Navigate } from 'react-router-dom'
import { canCall } from '#contract/methods.ts'
import { useAddressParams } from '#services/address-params.ts'
import { useSession } from '#services/session/session.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'

/** 'web+voyager:batch/17' or, with the optional slashes, 'web+voyager://batch/17/'. An id has at most 18 digits. */
const BATCH_LINK = /^web\+[a-z]+:(?:\/\/)?batch\/(?<batchId>\d{1,18})\/?$/i

export default function OpenLinkPage() {
  const [params] = useAddressParams()
  const permissions = useSession()?.permissions
  const link = params.get('link') ?? ''
  const batchId = BATCH_LINK.exec(link)?.groups?.['batchId']
  if (batchId !== undefined) {
    const listPath = canCall(permissions, 'batchLoads') ? '/batchloads' : '/batches/mine'
    return <Navigate to={`${listPath}?batch=${batchId}`} replace />
  }
  return (
    <Page title={m.common_openLink()}>
      <EmptyState icon={CircleAlert} title={m.batches_linkDoesNotWork()}>
        {m.batches_linkFormatHint()}
      </EmptyState>
    </Page>
  )
}
