import { useText } from '#web/platform/language/messages.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import type { CartQuote } from '../../cart-quote.ts'
import { cartMessages } from '../../messages/cart.en.ts'
import './cart.css'

/** Shows the calculation from the list prices to the total. */
export function Totals({ sums, code }: Pick<CartQuote, 'sums' | 'code'>) {
  const text = useText(cartMessages)
  return (
    <dl className="mt-4 grid gap-3" aria-live="polite">
      <Row term={text.subtotal} sen={sums.list} />
      {sums.saleDiscount > 0 ? <Row term={text.saleDiscount} sen={-sums.saleDiscount} /> : null}
      {code && sums.couponDiscount > 0 ? (
        <Row term={text.codeDiscount(code.code)} sen={-sums.couponDiscount} />
      ) : null}
      <div className="cart-total">
        <dt className="font-medium">{text.total}</dt>
        <dd className="text-xl font-semibold">{formatPlainRinggit(sums.total)}</dd>
      </div>
      {sums.tax > 0 ? <Row term={text.taxInside} sen={sums.tax} /> : null}
    </dl>
  )
}

function Row({ term, sen }: { term: string; sen: number }) {
  return (
    <div className="flex justify-between gap-4 text-secondary">
      <dt className="min-w-0">{term}</dt>
      <dd className="whitespace-nowrap">
        {sen < 0 ? `−${formatPlainRinggit(-sen)}` : formatPlainRinggit(sen)}
      </dd>
    </div>
  )
}
