// A view that is loaded on demand, with a message if loading fails. Unlike React's `lazy`, it can try again.
import { m } from '#words/messages.js'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'

interface LazyViewProps<Props> {
  /** Must be the same function at each render. */
  readonly load: () => Promise<{ readonly default: ComponentType<Props> }>
  readonly onCancel: () => void
  /** Draws the loaded view. */
  readonly children: (View: ComponentType<Props>) => ReactNode
}

export function LazyView<Props>({ load, onCancel, children }: LazyViewProps<Props>) {
  const [viewState, setViewState] = useState<{ readonly View: ComponentType<Props> } | 'loading' | 'failed'>('loading')

  useEffect(() => {
    if (viewState !== 'loading') return
    let isStale = false
    const loadView = async () => {
      const view = await load().catch(() => undefined)
      if (!isStale) setViewState(view ? { View: view.default } : 'failed')
    }
    void loadView()
    return () => {
      isStale = true
    }
  }, [load, viewState])

  if (viewState === 'loading') return <SkeletonLines lines={4} />
  if (viewState === 'failed')
    return (
      <>
        <Banner kind="critical" title={m.common_cannotConnectToServer()}>
          {m.access_partNotLoaded()}
        </Banner>
        <div className="flex gap-2">
          <Button kind="primary" onClick={() => setViewState('loading')}>
            {m.common_tryAgain()}
          </Button>
          <Button onClick={onCancel}>{m.common_cancel()}</Button>
        </div>
      </>
    )
  return children(viewState.View)
}
