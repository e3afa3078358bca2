// The page for unknown paths.
import { Compass } from 'lucide-react'
import { Link } from 'react-router-dom'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import * as say from '#words/app.ts'

export function NotFoundPage() {
  return (
    <Page title={say.notFound}>
      <EmptyState
        icon={Compass}
        title={say.nothingAtThisAddress}
        action={
          <Link to="/" className="link inline-flex min-h-6 items-center">
            {say.goToStartPage}
          </Link>
        }
      >
        {say.linkMayBeOldOrMistyped}
      </EmptyState>
    </Page>
  )
}
