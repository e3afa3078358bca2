// A list of the reports page that could not be loaded: without it the user would not know that it can have entries.
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
