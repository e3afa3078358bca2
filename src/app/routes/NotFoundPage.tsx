// The page for unknown paths.
import { m } from '#words/messages.js'
import { Compass } from 'lucide-react'
import { Link } from 'react-router-dom'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'

export function NotFoundPage() {
  return (
    <Page title={m.common_notFound()}>
      <EmptyState
        icon={Compass}
        title={m.app_nothingAtThisAddress()}
        action={
          <Link to="/" className="link inline-flex min-h-6 items-center">
            {m.app_goToStartPage()}
          </Link>
        }
      >
        {m.app_linkMayBeOldOrMistyped()}
      </EmptyState>
    </Page>
  )
}
