import { giftIcon } from '@apogee/ui/icons/more-icons.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { applyTypedCode } from '#web/shared/buying/cart-code.ts'
import { giftAddress } from '#web/shared/buying/gift-address.ts'
import { cartGiftMessages } from '../messages/cart-gift.en.ts'

/** Offers the paid courses and the bundles of a cart as a gift, and names the free courses, which are left out. */
export function CartGiftLink({
  items,
  bundles,
}: {
  items: readonly { id: number; title: string; price?: number | null | undefined }[]
  bundles: readonly { id: number }[]
}) {
  const text = useText(cartGiftMessages)
  const paid = items.filter(({ price }) => (price ?? 0) > 0)
  const free = items.filter((item) => !paid.includes(item))
  if (paid.length + bundles.length === 0) return null
  const given = { courses: paid.map(({ id }) => id), bundles: bundles.map(({ id }) => id) }
  return (
    <>
      <LinkButton
        as={Link}
        to={`${giftAddress(given)}&from=cart`}
        variant="quiet"
        block
        icon={giftIcon}
        onClick={applyTypedCode}
      >
        {text.buyAsGift}
      </LinkButton>
      {free.length > 0 ? (
        <p className="text-sm text-secondary">{text.withoutFree(free.map(({ title }) => title))}</p>
      ) : null}
    </>
  )
}
