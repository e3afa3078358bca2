// The warnings about an item in an approval list. Each warning opens the item's details with the rows that it is about.
export interface ListWarning {
  readonly title: string
  /** The filter of the rows in the details. Missing if the warning is about the whole item. */
  readonly filter?: string
}

interface ListWarningsProps {
  readonly warnings: readonly ListWarning[]
  readonly onOpen: (warning: ListWarning) => void
}

export function ListWarnings({ warnings, onOpen }: ListWarningsProps) {
  if (warnings.length === 0) return null
  return (
    <ul className="grid gap-0.5 sm:max-w-56">
      {warnings.map((warning) => (
        <li key={warning.title}>
          <button
            type="button"
            className="text-start text-warning underline decoration-dotted underline-offset-3 hover:decoration-solid"
            onClick={(event) => {
              event.stopPropagation()
              onOpen(warning)
            }}
          >
            {warning.title}
          </button>
        </li>
      ))}
    </ul>
  )
}
