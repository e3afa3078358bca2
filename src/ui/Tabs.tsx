// Several views of one thing. The chosen one belongs in the address, so it is given from outside.
import * as Radix from '@radix-ui/react-tabs'
import type { ReactNode } from 'react'

export interface Tab<Key extends string> {
  readonly key: Key
  readonly label: string
  readonly count?: number
  readonly content: ReactNode
}

interface TabsProps<Key extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Key>[]
  readonly value: Key
  readonly onChange: (key: Key) => void
}

export function Tabs<Key extends string>({ label, tabs, value, onChange }: TabsProps<Key>) {
  return (
    <Radix.Root value={value} onValueChange={(key) => onChange(key as Key)}>
      <Radix.List aria-label={label} className="mb-4 flex gap-5 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.key}
            value={tab.key}
            className="-mb-px flex h-10 items-center gap-1.5 border-b-2 border-transparent text-base font-medium whitespace-nowrap text-muted hover:text-text focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-text"
          >
            {tab.label}
            {tab.count !== undefined && <span className="figures text-sm text-muted">{tab.count}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.key} value={tab.key} className="rounded-sm">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
