import { Button } from '@apogee/ui/button.tsx'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { Price } from '@apogee/ui/figures/price.tsx'
import type { ReactNode } from 'react'
import { lengthInWords } from '#web/platform/language/dates.ts'
import type { CartItem } from '#web/shared/buying/cart.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import type { QuotedItem } from '../cart-quote.ts'
import { LineFirst } from './checkout/line-first.tsx'
import { LineStart } from './checkout/line-start.tsx'
import { checkoutMessages } from '../messages/checkout.en.ts'

/** Lists the items of the purchase and why some of them cannot be bought. `children` are the sums. */
export function OrderSummary({
  courses,
  onRemove,
  children,
}: {
  courses: readonly QuotedItem[]
  onRemove: (item: CartItem) => void
  children: ReactNode
}) {
  const text = useText(checkoutMessages)
  const lengths = useText(platformMessages)
  const { listPrice: listPriceLabel } = lengths
  return (
    <section aria-labelledby="order-summary">
      <h2 id="order-summary" className="ap-h4">
        {text.orderSummary}
      </h2>
      <ul className="mt-4 grid gap-4">
        {courses.map(({ item, price, listPrice, keptPrice, obstacle, access, first, ...chosen }) => (
          <li key={item.id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className={obstacle ? 'opacity-50' : undefined}>
              <Cover
                id={item.id}
                title={item.title}
                category={item.category}
                image={item.image}
                shape="thumb"
              />
            </span>
            <span className="min-w-0 flex-1 text-sm">
              {obstacle ? <s className="text-secondary">{item.title}</s> : item.title}
              {access && !obstacle ? (
                <span className="block text-secondary">
                  {lengths.accessFor(lengthInWords(access, lengths))}
                </span>
              ) : null}
              <LineStart courseId={item.id} {...chosen} />
            </span>
            {obstacle ? (
              <div className="flex basis-full items-center justify-between gap-2">
                <p className="flex gap-2 text-sm text-warning">
                  <Icon name="alert" size="sm" /> {text[obstacle]}
                </p>
                <Button
                  variant="quiet"
                  size="sm"
                  icon="trash"
                  aria-label={text.removeCourse(item.title)}
                  onClick={() => onRemove(item)}
                >
                  {text.remove}
                </Button>
              </div>
            ) : (
              <>
                <Price
                  sen={price}
                  {...(price < listPrice && { was: listPrice, wasLabel: listPriceLabel })}
                  freeLabel={text.free}
                />
                {first ? (
                  <p className="basis-full text-sm">
                    <LineFirst first={first} access={access} start={chosen.start} />
                  </p>
                ) : null}
                {price === keptPrice ? null : (
                  <p className="basis-full text-sm text-warning">
                    {text.priceChanged(formatPlainRinggit(keptPrice))}
                  </p>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
