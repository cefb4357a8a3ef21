import { Button } from '@apogee/ui/button.tsx'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { Price } from '@apogee/ui/figures/price.tsx'
import type { RefCallback } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { lengthInWords } from '#web/platform/language/dates.ts'
import type { CartItem } from '#web/shared/buying/cart.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import type { QuotedItem } from '../../cart-quote.ts'
import { LineFirst } from './line-first.tsx'
import { LineStart } from './line-start.tsx'
import { cartMessages } from '../../messages/cart.en.ts'
import './cart.css'

export function CartLines({
  lines,
  onRemove,
  moveFocusRef,
}: {
  lines: readonly QuotedItem[]
  onRemove: (item: CartItem) => void
  /** Moves the focus when a line disappears together with its pressed Remove button. */
  moveFocusRef: RefCallback<HTMLElement>
}) {
  const text = useText(cartMessages)
  const lengths = useText(platformMessages)
  const { listPrice: listPriceLabel } = lengths
  return (
    <ul>
      {lines.map(({ item, price, listPrice, keptPrice, obstacle, access, first, ...chosen }) => (
        <li key={item.id} className="cart-line">
          <div className={obstacle ? 'opacity-50' : undefined}>
            <Cover id={item.id} title={item.title} category={item.category} image={item.image} />
          </div>
          <div className="min-w-0">
            <h2 className="font-semibold leading-snug">
              {obstacle === 'gone' ? (
                <s className="text-secondary">{item.title}</s>
              ) : (
                <Link to={`/sp/${item.id}/`}>{item.title}</Link>
              )}
            </h2>
            <p className="mt-1 line-clamp-2 text-sm text-secondary">{item.description}</p>
            {access && !obstacle ? (
              <p className="mt-2 text-sm">{lengths.accessFor(lengthInWords(access, lengths))}</p>
            ) : null}
            <LineStart courseId={item.id} {...chosen} />
            {first && !obstacle ? (
              <p className="mt-2 text-sm">
                <LineFirst first={first} access={access} start={chosen.start} />
              </p>
            ) : null}
            {obstacle ? (
              <p className="mt-2 flex gap-2 text-sm text-warning">
                <Icon name="alert" size="sm" /> {text[obstacle]}
              </p>
            ) : price !== keptPrice ? (
              <p className="mt-2 text-sm text-warning">{text.priceChanged(formatPlainRinggit(keptPrice))}</p>
            ) : null}
          </div>
          <div className="cart-line-end">
            {obstacle ? (
              <s className="text-secondary">{price > 0 ? formatPlainRinggit(price) : text.free}</s>
            ) : (
              <Price
                sen={price}
                {...(price < listPrice && { was: listPrice, wasLabel: listPriceLabel })}
                freeLabel={text.free}
              />
            )}
            <Button
              ref={moveFocusRef}
              variant="quiet"
              size="sm"
              icon="trash"
              aria-label={text.removeItem(item.title)}
              onClick={() => onRemove(item)}
            >
              {text.remove}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
