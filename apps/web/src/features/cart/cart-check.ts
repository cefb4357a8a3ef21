/** The cart is what the browser kept; what the courses are worth now is asked when it is looked at. */
import { queryOptions, useQueries } from '@tanstack/react-query'
import { ApiError, call } from '#web/platform/client.ts'
import type { CartItem } from '#web/platform/cart.ts'
import { useViewer, type Viewer } from '#web/platform/session.tsx'

export interface CheckedItem {
  item: CartItem
  /** Sen, as the server sells it; as it was kept until the server has answered. */
  price: number
  /** Why it cannot be bought. */
  obstacle: 'owned' | 'gone' | null
}

const saleQuery = (courseId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['sales', courseId, typeof viewer === 'number' ? viewer : 'anonymous'],
    queryFn: ({ signal }) => call('courseSales', { params: { courseId }, signal }),
    enabled: viewer !== 'unknown',
  })

/** Each item with today's price, and what stands in the way of buying it. Without an answer it stays as it is kept. */
export function useCheckedCart(items: readonly CartItem[]): CheckedItem[] {
  const viewer = useViewer()
  const answers = useQueries({ queries: items.map((item) => saleQuery(item.id, viewer)) })
  return items.map((item, index) => {
    const answer = answers[index]
    const sale = answer?.data?.data
    const gone = answer?.error instanceof ApiError && answer.error.errorCode === 'COURSE_NOT_FOUND'
    return {
      item,
      price: sale?.course.price ?? item.price ?? 0,
      obstacle: gone || sale?.course.isPrivate ? 'gone' : sale?.isEnrolled ? 'owned' : null,
    }
  })
}
