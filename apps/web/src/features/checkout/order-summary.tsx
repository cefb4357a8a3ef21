import { Cover } from '@apogee/ui/cover.tsx'
import { Price } from '@apogee/ui/price.tsx'
import type { CartItem } from '#web/platform/cart.ts'
import { useText } from '#web/platform/messages.ts'
import { ringgit } from '#web/platform/money.ts'
import { checkoutMessages } from './messages.en.ts'

/** What is being bought, with its total in sen. */
export function OrderSummary({ items, total }: { items: readonly CartItem[]; total: number }) {
  const text = useText(checkoutMessages)
  return (
    <section aria-labelledby="order-summary">
      <h2 id="order-summary" className="ap-h4">
        {text.orderSummary}
      </h2>
      <ul className="mt-4 grid gap-4">
        {items.map((item) => (
          <li key={item.id} className="flex items-center gap-4">
            <Cover
              id={item.id}
              title={item.title}
              category={item.category}
              image={item.image}
              shape="thumb"
            />
            <span className="min-w-0 flex-1 text-sm">{item.title}</span>
            <Price sen={item.price ?? 0} freeLabel={text.free} />
          </li>
        ))}
      </ul>
      <dl className="mt-5 flex items-baseline justify-between border-0 border-t border-solid border-subtle pt-5">
        <dt className="font-medium">{text.total}</dt>
        <dd className="text-xl font-semibold">{ringgit(total)}</dd>
      </dl>
    </section>
  )
}
