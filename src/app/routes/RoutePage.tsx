// Loads a route's page. Shows a placeholder while it loads, and a message if loading fails or the page crashes.
import { m } from '#words/messages.js'
import { type ComponentType, Component, type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { CircleAlert, WifiOff } from 'lucide-react'
import { useConnection } from '#services/server/connection.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { removeFirstForm } from '#ui/forms/first-form.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import type { Route } from './route.ts'

type PageState = { readonly Content: ComponentType } | 'loading' | 'failed'

// A page that was loaded before appears immediately.
const loadedPages = new Map<Route, ComponentType>()

export function RoutePage({ route }: { readonly route: Route }) {
  const loadedPage = loadedPages.get(route)
  const [pageState, setPageState] = useState<PageState>(loadedPage ? { Content: loadedPage } : 'loading')

  useEffect(() => {
    if (pageState !== 'loading') return
    let isStale = false
    const load = async () => {
      const page = await route.page().catch(() => undefined)
      if (page) loadedPages.set(route, page.default)
      if (!isStale) setPageState(page ? { Content: page.default } : 'failed')
    }
    void load()
    return () => {
      isStale = true
    }
  }, [route, pageState])

  const isLoading = pageState === 'loading'
  // Runs after the effects of the page. The sign-in page has then copied what the user typed into the first form.
  useLayoutEffect(() => {
    if (!isLoading) removeFirstForm()
  }, [isLoading])

  if (pageState === 'loading') return <LoadingPage title={route.title} />
  if (pageState === 'failed') return <FailedPage title={route.title} onRetry={() => setPageState('loading')} />
  return (
    <Boundary title={route.title}>
      <pageState.Content />
    </Boundary>
  )
}

function LoadingPage({ title }: { readonly title: string }) {
  return (
    <Page title={title}>
      <SkeletonLines lines={4} />
    </Page>
  )
}

// Shown if the code of a page could not be loaded. Either there is no connection, or a new version has replaced the
// file.
function FailedPage({ title, onRetry }: { readonly title: string; readonly onRetry: () => void }) {
  const { online } = useConnection()
  return (
    <Page title={title}>
      <EmptyState
        icon={online ? CircleAlert : WifiOff}
        title={online ? m.app_pageNotLoaded() : m.app_pageNotOnDevice()}
        action={
          <span className="flex gap-2">
            <Button kind="primary" onClick={onRetry}>
              {m.common_tryAgain()}
            </Button>
            <Button onClick={() => location.reload()}>{m.app_reloadPortal()}</Button>
          </span>
        }
      >
        {online ? m.app_reloadForNewVersion() : m.app_opensWhenOnline()}
      </EmptyState>
    </Page>
  )
}

interface BoundaryProps {
  readonly title: string
  readonly children: ReactNode
}

class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Page title={this.props.title}>
        <EmptyState
          icon={CircleAlert}
          title={m.app_thisPageHasStoppedWorking()}
          action={
            <Button kind="primary" onClick={() => this.setState({ hasFailed: false })}>
              {m.app_openItAgain()}
            </Button>
          }
        >
          {m.app_crashWorkKept()}
        </EmptyState>
      </Page>
    )
  }
}
