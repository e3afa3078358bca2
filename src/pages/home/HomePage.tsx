// A place holder until the page itself is here.
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'

export default function HomePage() {
  return (
    <Page title="Home">
      <SkeletonLines />
    </Page>
  )
}
