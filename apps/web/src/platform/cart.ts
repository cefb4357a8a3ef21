/**
 * The cart of docs/specification.md#4-states-and-transitions: courses with quantity 1, stored under 'cart-storage' in
 * the format of zustand's persist.
 */
import type { Course } from '@apogee/contracts/courses/courses.ts'
import { storageKeys } from '@apogee/contracts/limits.ts'
import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { sumOfPrices } from '@apogee/domain/money.ts'
import { storage, watchOtherTabs } from './storage.ts'

/** The fields of a cart line that are needed; more fields of the course are allowed. */
export type CartCourse = Pick<Course, 'id' | 'title' | 'description' | 'image' | 'price'> & Partial<Course>
export type CartItem = CartCourse & { quantity: 1 }

const isCartCourse = (value: unknown): value is CartCourse => {
  if (typeof value !== 'object' || value === null) return false
  const course = value as Partial<CartCourse>
  return Number.isInteger(course.id) && typeof course.title === 'string'
}

/** Converts any stored value (an old version, a manual edit) to valid items. */
export function cartItemsIn(persisted: unknown): CartItem[] {
  const items: unknown = (persisted as { items?: unknown } | null)?.items
  if (!Array.isArray(items)) return []
  const seen = new Set<number>()
  return items.filter(isCartCourse).flatMap((course) => {
    if (seen.has(course.id)) return []
    seen.add(course.id)
    return [{ ...course, quantity: 1 as const }]
  })
}

export const cartStore = create<{ items: CartItem[] }>()(
  persist(() => ({ items: [] as CartItem[] }), {
    name: storageKeys.cart,
    version: 0,
    storage: createJSONStorage(() => ({
      getItem: storage.read,
      setItem: storage.write,
      removeItem: storage.remove,
    })),
    merge: (persisted) => ({ items: cartItemsIn(persisted) }),
  }),
)

/** Adding a course that is already there is ignored. */
export function addToCart(course: CartCourse): void {
  cartStore.setState(({ items }) =>
    items.some((item) => item.id === course.id)
      ? { items }
      : { items: [...items, { ...course, quantity: 1 }] },
  )
}
export function removeFromCart(courseId: number): void {
  cartStore.setState(({ items }) => ({ items: items.filter((item) => item.id !== courseId) }))
}
export function clearCart(): void {
  cartStore.setState({ items: [] })
}

/** Applies changes of the cart in other tabs. */
export function useCartAcrossTabs(): void {
  useEffect(() => watchOtherTabs(storageKeys.cart, () => void cartStore.persist.rehydrate()), [])
}

export interface Cart {
  items: readonly CartItem[]
  count: number
  /** Sen. */
  total: number
  has: (courseId: number) => boolean
  add: (course: CartCourse) => void
  remove: (courseId: number) => void
  clear: () => void
}

/** The cart for screens. Empty in the server's markup and during hydration, then the stored one. */
export function useCart(): Cart {
  const items = cartStore((state) => state.items)
  return useMemo(
    () => ({
      items,
      count: items.length,
      total: sumOfPrices(items),
      has: (courseId) => items.some((item) => item.id === courseId),
      add: addToCart,
      remove: removeFromCart,
      clear: clearCart,
    }),
    [items],
  )
}
