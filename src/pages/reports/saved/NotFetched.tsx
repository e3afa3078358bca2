// A list of the reports page that could not be fetched: without it nobody would know that there may be something in it.
import { Panel } from '#ui/Panel.tsx'

interface NotFetchedProps {
  readonly title: string
  readonly reason: string
}

export const NotFetched = ({ title, reason }: NotFetchedProps) => (
  <Panel title={title}>
    <p className="text-sm text-muted">{reason}</p>
  </Panel>
)
