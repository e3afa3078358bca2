// An amount: two decimals, digits of equal width, a minus sign in front.
import { type Cents, centsToText } from '#domain/money.ts'
import { cx } from './cx.ts'

interface MoneyProps {
  readonly cents: Cents
  /** Currency or symbol, e.g. 'SGD' or 'S$'. */
  readonly currency?: string | undefined
  readonly strong?: boolean | undefined
}

export function Money({ cents, currency, strong = false }: MoneyProps) {
  return (
    <span dir="ltr" className={cx('figures whitespace-nowrap', strong && 'font-semibold')}>
      {currency !== undefined && <span className="font-normal text-muted">{currency} </span>}
      {centsToText(cents).replace('-', '−')}
    </span>
  )
}
