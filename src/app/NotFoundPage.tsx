// Any other path (access §2).
import { Compass } from 'lucide-react'
import { Link } from 'react-router-dom'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'

export function NotFoundPage() {
  return (
    <Page title="Not Found">
      <EmptyState
        icon={Compass}
        title="There is nothing at this address"
        action={
          <Link to="/" className="link inline-flex min-h-6 items-center">
            Go to the start page
          </Link>
        }
      >
        The link may be old or mistyped.
      </EmptyState>
    </Page>
  )
}
