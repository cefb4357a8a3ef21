import { paymentSuccessRedirectMs } from '@apogee/contracts/limits.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from '#web/platform/router/router.tsx'
import { setCartCode } from '#web/shared/buying/cart-code.ts'
import { removeBundleFromCart, useCart } from '#web/shared/buying/cart.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { storage, tabStorage } from '#web/platform/session/storage.ts'
import { paymentQuery } from './api/checkout.ts'

interface BoughtCourse {
  courseId: number
  title: string
}

/**
 * Forgets the id of a paid order, removes its code, courses and bundles from the cart unless it is a gift, and refetches lists.
 * Returns the courses that the order opened and the receipt's URL.
 */
export function usePaidOrder(purchaseId: string): {
  courses: readonly BoughtCourse[]
  /** The URL is set only for the buyer's own order after the receipt is issued. */
  receiptUrl: string | null
} {
  const viewer = useViewer()
  const queries = useQueryClient()
  const { remove } = useCart()
  // The lines may be read only by the buyer, so a signed-out browser keeps its cart.
  const { data } = useQuery({ ...paymentQuery(purchaseId, viewer), enabled: typeof viewer === 'number' })
  const lines = data?.data.lines
  useEffect(() => {
    storage.remove(storageKeys.latestPurchase)
    tabStorage.remove(storageKeys.checkoutDraft)
    for (const key of ['enrolled', 'courses', 'course', 'sales', 'payments', 'quote']) {
      void queries.invalidateQueries({ queryKey: [key] })
    }
  }, [purchaseId, queries])
  const isGift = data?.data.gift === true
  useEffect(() => {
    // A gift that was bought from the cart was taken out of it by that press. Any other gift leaves the giver's own cart as it is.
    if (!lines || isGift) return
    setCartCode('')
    lines.forEach(({ courseId, bundle }) => {
      remove(courseId)
      if (bundle) removeBundleFromCart(bundle.id)
    })
  }, [lines, isGift, remove])
  const courses = (lines ?? []).flatMap(({ courseId, title, status }) =>
    status === 'granted' ? [{ courseId, title }] : [],
  )
  return { courses, receiptUrl: data?.data.receiptUrl ?? null }
}

/**
 * Redirects to the dashboard after 5 seconds (docs/specification.md#4-states-and-transitions), unless the person chooses to stay.
 */
export function useDashboardRedirect(): { isStaying: boolean; stay: () => void } {
  const navigate = useNavigate()
  const [isStaying, setIsStaying] = useState(false)
  useEffect(() => {
    if (isStaying) return
    const timer = setTimeout(() => navigate('/dashboard'), paymentSuccessRedirectMs)
    return () => clearTimeout(timer)
  }, [isStaying, navigate])
  return { isStaying, stay: () => setIsStaying(true) }
}
