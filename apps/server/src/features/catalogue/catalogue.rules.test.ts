import { describe, expect, test } from 'vitest'
import type { Role } from '@apogee/contracts/limits.ts'
import type { Caller } from '#server/policy/caller.ts'
import { listScope, minutesOf, secondsPerPage } from './catalogue.rules.ts'

test.each([
  [{ seconds: 0, pages: 0 }, 0],
  [{ seconds: 1, pages: 0 }, 1],
  [{ seconds: 60, pages: 0 }, 1],
  [{ seconds: 60.2, pages: 0 }, 2],
  [{ seconds: 90, pages: 0 }, 2],
  [{ seconds: 30 + 30, pages: 3 }, 7],
])('contents of %o take %i minutes', (length, minutes) => {
  expect(minutesOf(length)).toBe(minutes)
})

test('a page counts as two minutes', () => {
  expect(secondsPerPage).toBe(120)
})

describe('whose courses a list shows', () => {
  const caller = (role: Role, businessId: number | null = null): Caller => ({
    userId: 7,
    sessionId: 1,
    hasFreshProof: true,
    address: '',
    role,
    businessId,
    email: 'a@apogee.test',
    name: null,
    emailVerified: false,
  })

  test.each([
    [null, {}, {}],
    [caller('student'), { createdBy: 7 }, { createdBy: 7 }],
    [caller('admin', 3), { createdBy: 7 }, { createdBy: 7 }],
    [caller('admin', 3), { createdBy: 7, include: 'taught' as const }, { createdBy: 7, withTaught: true }],
    [caller('admin', 3), { businessId: 'own' as const }, { seller: { business: 3 } }],
    [caller('superadmin'), { createdBy: 8 }, { createdBy: 8 }],
    [caller('superadmin'), { businessId: 'own' as const }, { seller: { platform: true } }],
  ])('a course list has the right scope: case %#', (who, asked, scope) => {
    expect(listScope(who, asked)).toEqual({ createdBy: null, withTaught: false, seller: null, ...scope })
  })

  test.each([
    ['nobody is signed in', null, { createdBy: 7 }, 'UNAUTHENTICATED'],
    ['nobody is signed in, for a business', null, { businessId: 'own' as const }, 'UNAUTHENTICATED'],
    ['it is somebody else', caller('admin', 3), { createdBy: 8 }, 'NOT_YOURS'],
    ['it is nobody', caller('instructor'), { createdBy: 0 }, 'NOT_YOURS'],
    [
      'an instructor asks for the business',
      caller('instructor', 3),
      { businessId: 'own' as const },
      'NOT_YOURS',
    ],
    ['a student asks for a business', caller('student'), { businessId: 'own' as const }, 'NOT_YOURS'],
  ])('a course list is refused when %s', (_, who, asked, code) => {
    expect(() => listScope(who, asked)).toThrow(expect.objectContaining({ code }))
  })
})
