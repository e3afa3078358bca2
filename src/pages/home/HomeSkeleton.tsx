// The layout of Home before its first response, so that nothing moves when the response arrives.
import { Panel } from '#ui/Panel.tsx'
import { Skeleton, SkeletonLines } from '#ui/Skeleton.tsx'

export function HomeSkeleton() {
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)]">
      <Panel>
        <Skeleton className="h-64 w-full" />
      </Panel>
      <Panel>
        <SkeletonLines lines={6} />
      </Panel>
    </div>
  )
}
