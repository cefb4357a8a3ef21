import type { GiftForm } from '@apogee/contracts/gifts/gifts.forms.ts'
import { writeOffers, type Offer } from '@apogee/contracts/sales/offers.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSession } from '#web/platform/session/session.tsx'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { useSearchParams } from '#web/platform/router/router.tsx'
import { removeBundleFromCart, removeFromCart } from '#web/shared/buying/cart.ts'
import { openPaymentPage, useReturnFromPayment } from '#web/shared/buying/payment-page.ts'
import { visitQuery } from '#web/shared/visits/visit-memory.ts'
import { isFromCart, type GivenCourses } from './given-courses.ts'

interface GiftOrder {
  given: GivenCourses
  /** The purchase is refused if a shown price or term has changed. */
  offers: readonly Offer[]
  /** `code` is set only if the code is applied. */
  code: string | null
  gift: GiftForm
}

/** Opens the payment page of a gift. A gift that was chosen in the cart leaves the cart; any other leaves the cart as it is. */
export function usePayForGift() {
  const queries = useQueryClient()
  const { user } = useSession()
  const [search] = useSearchParams()
  const pay = useMutation({
    mutationKey: ['pay'],
    mutationFn: async ({ given, offers, code, gift }: GiftOrder) => {
      const { query } = visitQuery(offers.map(({ courseId }) => courseId))
      const { payment_url, purchase_id } = await namingFields(
        call('payForGift', {
          query: { ...query, offers: writeOffers(offers) },
          body: {
            courseIds: [...given.courses],
            ...(given.bundles.length > 0 && { bundleIds: [...given.bundles] }),
            userId: user?.id,
            ...(code !== null && { code }),
            gift,
          },
        }),
      )
      openPaymentPage(payment_url, purchase_id)
      if (!isFromCart(search)) return
      given.courses.forEach(removeFromCart)
      given.bundles.forEach(removeBundleFromCart)
    },
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['payments'] }),
    // The refusal means that a price or a course has changed, so the page must show the current ones.
    onError: () => void queries.invalidateQueries({ queryKey: ['quote'] }),
  })
  useReturnFromPayment(pay.reset)
  return pay
}

const inGift = 'gift.'

/** Names the fields of refused values as the form does: the call has them in `gift`. */
export async function namingFields<Answer>(calling: Promise<Answer>): Promise<Answer> {
  try {
    return await calling
  } catch (error) {
    if (!(error instanceof ApiError) || error.issues.length === 0) throw error
    const issues = error.issues.map(({ path, ...issue }) => ({
      ...issue,
      path: path.startsWith(inGift) ? path.slice(inGift.length) : path,
    }))
    throw new ApiError({ ...error, message: error.message, issues })
  }
}
