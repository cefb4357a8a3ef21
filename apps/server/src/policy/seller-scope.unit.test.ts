import { expect, test } from 'vitest'
import { moneySeenBy, sellerScope } from './seller-scope.ts'

test("an admin sees the business's money, a lone instructor their own, a superadmin all", () => {
  expect(sellerScope({ role: 'admin', userId: 1, businessId: 7 })).toEqual({ businessId: 7 })
  expect(sellerScope({ role: 'instructor', userId: 1, businessId: null })).toEqual({ userId: 1 })
  expect(sellerScope({ role: 'superadmin', userId: 1, businessId: null })).toEqual({ all: true })
})

test('an instructor of a business sees no money', () => {
  const teacher = { role: 'instructor', userId: 1, businessId: 7 } as const
  expect(moneySeenBy(teacher)).toBeNull()
  expect(() => sellerScope(teacher)).toThrow(expect.objectContaining({ code: 'ORDERS_OF_BUSINESS' }))
})
