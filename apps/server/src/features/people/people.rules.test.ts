import type { Role } from '@apogee/contracts/limits.ts'
import { describe, expect, test } from 'vitest'
import { maskedEmail } from '#server/policy/masked-email.ts'
import { businessOfInvitation, refusalOfRole } from './people.rules.ts'

const person = (role: Role, businessId: number | null, id = 1) => ({ id, role, businessId })

describe('who may give whom which role', () => {
  test.each([
    [
      'an admin makes a team student an instructor',
      person('admin', 7),
      person('student', 7, 2),
      'instructor',
      null,
    ],
    ['and an instructor a student', person('admin', 7), person('instructor', 7, 2), 'student', null],
    ['but nobody an admin', person('admin', 7), person('instructor', 7, 2), 'admin', 'FORBIDDEN'],
    ['nor a fellow admin anything', person('admin', 7), person('admin', 7, 2), 'student', 'FORBIDDEN'],
    ['nor themselves', person('admin', 7), person('admin', 7), 'superadmin', 'FORBIDDEN'],
    [
      'nor somebody of another business',
      person('admin', 7),
      person('student', 8, 2),
      'instructor',
      'FORBIDDEN',
    ],
    ['a superadmin gives any role', person('superadmin', null), person('admin', 7, 2), 'superadmin', null],
    [
      'but no admin without a business',
      person('superadmin', null),
      person('student', null, 2),
      'admin',
      'ADMIN_NEEDS_BUSINESS',
    ],
    [
      'nobody promotes themselves',
      person('student', null),
      person('student', null),
      'superadmin',
      'FORBIDDEN',
    ],
    ['the role one has is no change', person('student', null), person('student', null), 'student', null],
  ] as const)('giving a role: %s', (_, caller, target, role, refusal) => {
    expect(refusalOfRole(caller, target, role)).toBe(refusal)
  })
})

describe('where an invitation leads', () => {
  test.each([
    ['an admin invites into the own business', person('admin', 7), { role: 'admin' }, { businessId: 7 }],
    ['and may name it', person('admin', 7), { role: 'instructor', businessId: 7 }, { businessId: 7 }],
    ['but no other', person('admin', 7), { role: 'instructor', businessId: 8 }, { refusal: 'NOT_YOURS' }],
    ['and no superadmin', person('admin', 7), { role: 'superadmin' }, { refusal: 'FORBIDDEN' }],
    [
      'a superadmin invites a colleague',
      person('superadmin', null),
      { role: 'superadmin' },
      { businessId: null },
    ],
    [
      'an instructor who sells alone',
      person('superadmin', null),
      { role: 'instructor' },
      { businessId: null },
    ],
    [
      'an admin of a business',
      person('superadmin', null),
      { role: 'admin', businessId: 9 },
      { businessId: 9 },
    ],
    [
      'but no admin of nothing',
      person('superadmin', null),
      { role: 'admin' },
      { refusal: 'ADMIN_NEEDS_BUSINESS' },
    ],
  ] as const)("an invitation's business: %s", (_, caller, asked, place) => {
    expect(businessOfInvitation(caller, asked)).toEqual(place)
  })
})

test.each([
  ['a@x.my', '…@x.my'],
  ['ab@x.my', 'a…@x.my'],
  ['abc@x.my', 'a…@x.my'],
  ['aisyah@x.my', 'ai…@x.my'],
])('the address %s is masked to at most half of its name: %s', (email, masked) => {
  expect(maskedEmail(email)).toBe(masked)
})
