// The client's logo and name from the brand.
import { client } from '#brand/current.ts'
import { cx } from './cx.ts'

export function BrandMark({ nameHidden = false }: { readonly nameHidden?: boolean }) {
  return (
    <span className="flex items-center gap-2.5">
      <img src={`${client.basePath}icons/icon.svg`} alt="" className="size-7 shrink-0" />
      <span className={cx('text-lg font-semibold tracking-tight', nameHidden && 'sr-only')}>{client.name}</span>
    </span>
  )
}
