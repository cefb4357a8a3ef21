import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { addToCart, cartItemsIn, cartStore, clearCart, removeFromCart, restoreCart } from './cart.ts'

const course = { id: 5, title: 'Git Without Fear', description: 'Branch.', image: '', price: 4900 }
const kept = () => JSON.parse(localStorage.getItem(storageKeys.cart) ?? 'null') as unknown

beforeEach(() => {
  localStorage.clear()
  clearCart()
})

test('a course in the cart is stored under cart-storage with quantity 1, in version 0', () => {
  addToCart(course)
  expect(kept()).toEqual({ state: { items: [{ ...course, quantity: 1 }] }, version: 0 })
})

test('adding a course twice is ignored', () => {
  addToCart(course)
  addToCart({ ...course, title: 'Another title' })
  expect(cartStore.getState()).toEqual([{ ...course, quantity: 1 }])
})

test('removing and clearing empty the cart', () => {
  addToCart(course)
  addToCart({ ...course, id: 6 })
  removeFromCart(5)
  expect(cartStore.getState().map((item) => item.id)).toEqual([6])
  clearCart()
  expect(kept()).toEqual({ state: { items: [] }, version: 0 })
})

test('a stored cart is restored', () => {
  localStorage.setItem(
    storageKeys.cart,
    JSON.stringify({ state: { items: [{ ...course, quantity: 1 }] }, version: 0 }),
  )
  restoreCart()
  expect(cartStore.getState()).toEqual([{ ...course, quantity: 1 }])
})

test.each([null, {}, { items: 'x' }, { items: [null, 3, { id: 'x', title: 'T' }] }])(
  '%j in storage is an empty cart',
  (persisted) => {
    expect(cartItemsIn(persisted)).toEqual([])
  },
)

test('a stored text that is not JSON leaves the cart as it is, with a warning', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  addToCart(course)
  localStorage.setItem(storageKeys.cart, '{')
  restoreCart()
  expect(cartStore.getState().map((item) => item.id)).toEqual([5])
  expect(warned).toHaveBeenCalledOnce()
  warned.mockRestore()
})

test.each([
  null,
  '"items"',
  JSON.stringify({ state: { items: [] }, version: 0 }),
  JSON.stringify({ state: { items: [course] }, version: 1 }),
])('the stored text %s is an empty cart', (stored) => {
  addToCart(course)
  if (stored === null) localStorage.removeItem(storageKeys.cart)
  else localStorage.setItem(storageKeys.cart, stored)
  restoreCart()
  expect(cartStore.getState()).toEqual([])
})
