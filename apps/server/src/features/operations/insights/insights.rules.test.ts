import { expect, test } from 'vitest'
import { completionRate, exportFileName, insightScope } from './insights.rules.ts'

test.each([
  [
    { role: 'instructor', userId: 5, businessId: 7 },
    { kind: 'own', userId: 5, businessId: 7 },
  ],
  [
    { role: 'instructor', userId: 5, businessId: null },
    { kind: 'own', userId: 5, businessId: null },
  ],
  [
    { role: 'admin', userId: 5, businessId: 7 },
    { kind: 'business', businessId: 7 },
  ],
  [{ role: 'superadmin', userId: 5, businessId: null }, { kind: 'platform' }],
] as const)('%j sees the figures of %j', (person, scope) => {
  expect(insightScope(person)).toEqual(scope)
})

test.each([
  [0, 0, null],
  [4, 0, 0],
  [3, 2, 67],
  [200, 1, 1],
  [4, 4, 100],
])('a course of %i lessons with %i completed is %s percent complete', (lessons, completed, percent) => {
  expect(completionRate({ lessons, completed })).toBe(percent)
})

test('an export file is named by its content and the day in Kuala Lumpur', () => {
  expect(exportFileName('users', new Date('2026-11-20T15:59:59Z'))).toBe('apogee-users-2026-11-20.csv')
  expect(exportFileName('users', new Date('2026-11-20T16:00:00Z'))).toBe('apogee-users-2026-11-21.csv')
})
