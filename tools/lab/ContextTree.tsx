// A machine's context as a tree. Values that the last step changed are marked, with the previous value.
import { Badge } from '#ui/Badge.tsx'

interface ContextTreeProps {
  readonly now: unknown
  /** The value before the last step. Undefined at the start. */
  readonly before: unknown
}

export function ContextTree({ now, before }: ContextTreeProps) {
  return (
    <ul className="grid gap-0.5 font-mono text-xs">
      {entriesOf(now).map(([key, value]) => (
        <Branch key={key} name={key} now={value} before={before === undefined ? value : childOf(before, key)} />
      ))}
    </ul>
  )
}

function Branch({ name, now, before }: { readonly name: string } & ContextTreeProps) {
  const isSame = JSON.stringify(now) === JSON.stringify(before)
  const children = entriesOf(now)
  if (children.length === 0) {
    return (
      <li className="min-w-0 break-words">
        <span className="text-muted">{name}: </span>
        <span className={isSame ? undefined : 'font-semibold text-accent'}>{leafToText(now)}</span>
        {!isSame && <span className="text-muted"> (was {leafToText(before)})</span>}
      </li>
    )
  }
  return (
    <li>
      <details open={!isSame || children.length < 8}>
        <summary className="cursor-pointer">
          <span className="text-muted">{name}</span> {!isSame && <Badge tone="accent">changed</Badge>}
        </summary>
        <ul className="ml-4 grid gap-0.5">
          {children.map(([key, value]) => (
            <Branch key={key} name={key} now={value} before={childOf(before, key)} />
          ))}
        </ul>
      </details>
    </li>
  )
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []
const childOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined

function leafToText(value: unknown): string {
  if (value === undefined) return 'undefined'
  const text = JSON.stringify(value) ?? typeof value
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
