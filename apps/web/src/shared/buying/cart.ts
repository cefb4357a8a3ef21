/**
 * Holds the cart of docs/specification.md#4-states-and-transitions: courses with quantity 1, stored under 'cart-storage' as `{
 * "state": { "items": […] }, "version": 0 }`, the format of zustand's persist. Bundles stand beside the items, if there are any.
 */
import type { Course } from '@apogee/contracts/courses/courses.ts'
import { cartMaxBundles } from '@apogee/contracts/bundles/bundle-limits.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { useEffect, useMemo } from 'react'
import { sumOfPrices } from '@apogee/domain/money/money.ts'
import { storage, watchOtherTabs } from '../../platform/session/storage.ts'
import { createStore, useStore } from '../../platform/session/store.ts'

/** A line of the cart needs these fields and may contain further fields of the course. */
export type CartCourse = Pick<Course, 'id' | 'title' | 'description' | 'image' | 'price'> & Partial<Course>
export type CartItem = CartCourse & { quantity: 1 }

/** A bundle in the cart. Its courses and prices come with the quote. */
export interface CartBundle {
  id: number
  title: string
}

const isCartBundle = (value: unknown): value is CartBundle => {
  if (typeof value !== 'object' || value === null) return false
  const bundle = value as Partial<CartBundle>
  return Number.isSafeInteger(bundle.id) && typeof bundle.title === 'string'
}

function bundlesIn(persisted: unknown): CartBundle[] {
  const bundles: unknown = (persisted as { bundles?: unknown } | null)?.bundles
  const valid = Array.isArray(bundles) ? bundles.filter(isCartBundle) : []
  const distinct = new Map(valid.map(({ id, title }) => [id, { id, title }]))
  return [...distinct.values()].slice(0, cartMaxBundles)
}

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

const version = 0

/** The cart is empty on the server and during hydration. */
export const cartStore = createStore<readonly CartItem[]>([])
export const cartBundles = createStore<readonly CartBundle[]>([])

/** Reads the cart that this or another tab has stored. Invalid JSON leaves the cart unchanged. */
export function restoreCart(): void {
  try {
    const stored = JSON.parse(storage.read(storageKeys.cart) ?? 'null') as Partial<
      Record<'state' | 'version', unknown>
    > | null
    const state = stored?.version === version ? stored.state : null
    cartStore.setState(cartItemsIn(state))
    cartBundles.setState(bundlesIn(state))
  } catch (error) {
    console.warn('The stored cart was not read', error)
  }
}
restoreCart()

function change(items: readonly CartItem[], bundles = cartBundles.getState()): void {
  cartStore.setState(items)
  cartBundles.setState(bundles)
  const state = { items, ...(bundles.length > 0 && { bundles }) }
  storage.write(storageKeys.cart, JSON.stringify({ state, version }))
}

/** Adds a course; ignores a course that is already in the cart. */
export function addToCart(course: CartCourse): void {
  const items = cartStore.getState()
  if (items.some((item) => item.id === course.id)) return
  change([...items, { ...course, quantity: 1 }])
  import('../visits/visits.ts')
    .then(({ countVisit }) => countVisit(course.id, 'cart'))
    .catch((error: unknown) => console.warn('a visit is not counted', error))
}
export const removeFromCart = (courseId: number): void =>
  change(cartStore.getState().filter((item) => item.id !== courseId))

/** Adds a bundle, and removes its courses, which are in the cart by the bundle then. Returns false if the cart is full of bundles. */
export function addBundleToCart({ id, title }: CartBundle, courseIds: readonly number[] = []): boolean {
  const bundles = cartBundles.getState()
  const isNew = bundles.every((bundle) => bundle.id !== id)
  if (isNew && bundles.length >= cartMaxBundles) return false
  change(
    cartStore.getState().filter((item) => !courseIds.includes(item.id)),
    isNew ? [...bundles, { id, title }] : bundles,
  )
  return true
}

export const removeBundleFromCart = (id: number): void =>
  change(
    cartStore.getState(),
    cartBundles.getState().filter((bundle) => bundle.id !== id),
  )

export const clearCart = (): void => change([], [])

/** Applies changes of the cart in other tabs. */
export function useCartAcrossTabs(): void {
  useEffect(() => watchOtherTabs(storageKeys.cart, restoreCart), [])
}

export interface Cart {
  items: readonly CartItem[]
  bundles: readonly CartBundle[]
  /** `count` adds up the courses by themselves and the bundles. */
  count: number
  /** `total` is in sen. */
  total: number
  has: (courseId: number) => boolean
  add: (course: CartCourse) => void
  remove: (courseId: number) => void
  clear: () => void
}

/** Returns the cart for screens: empty in the server's markup and during hydration, then the stored cart. */
export function useCart(): Cart {
  const items = useStore(cartStore)
  const bundles = useStore(cartBundles)
  return useMemo(
    () => ({
      items,
      bundles,
      count: items.length + bundles.length,
      total: sumOfPrices(items),
      has: (courseId) => items.some((item) => item.id === courseId),
      add: addToCart,
      remove: removeFromCart,
      clear: clearCart,
    }),
    [items, bundles],
  )
}
