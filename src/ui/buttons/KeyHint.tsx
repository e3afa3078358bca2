// A keyboard shortcut as printed on a keyboard: <KeyHint keys="Ctrl+K" />.
export function KeyHint({ keys }: { readonly keys: string }) {
  return (
    <span dir="ltr" className="inline-flex gap-0.5">
      {keys.split('+').map((key) => (
        <kbd
          key={key}
          className="inline-grid h-5 min-w-5 place-items-center rounded-sm border border-line bg-sunken px-1 font-sans text-xs text-muted"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
