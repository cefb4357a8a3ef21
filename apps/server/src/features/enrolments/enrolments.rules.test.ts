import { describe, expect, test } from 'vitest'
import { createKeys } from '#server/platform/secrets/keys.ts'
import { distinctAddresses, inviteEnd, readInvite, writeInvite } from './enrolments.rules.ts'

const keys = createKeys('a secret for tests only, of no worth')
const now = new Date('2026-03-01T00:00:00Z')

describe('an invitation', () => {
  const text = writeInvite(keys, { id: 7, courseId: 3 })

  test('an invite link is valid for the course it was signed for', () => {
    expect(readInvite(keys, text, 3)).toBe(7)
  })

  test.each([
    ['for another course', text, 4],
    ['with another id', text.replace('7.', '8.'), 3],
    ['without a signature', '7', 3],
    ['with an empty signature', '7.', 3],
    [
      'signed by another secret',
      writeInvite(createKeys('another secret of no worth'), { id: 7, courseId: 3 }),
      3,
    ],
    ['with something after it', `${text} `, 3],
    ['that is nothing', '', 3],
    ['that is very long', '9'.repeat(500), 3],
  ])('the invite link %s is invalid', (_, given, courseId) => {
    expect(readInvite(keys, given, courseId)).toBeNull()
  })

  test.each([
    [undefined, '2026-03-31T00:00:00.000Z'],
    ['2026-03-01T00:00:01+00:00', '2026-03-01T00:00:01.000Z'],
    ['2026-03-02T08:00:00+08:00', '2026-03-02T00:00:00.000Z'],
    ['2026-03-01T00:00:00Z', undefined],
    ['2025-01-01T00:00:00Z', undefined],
    ['2099-01-01T00:00:00Z', undefined],
  ])('an invite link requested to end at %s ends at %s', (asked, end) => {
    expect(inviteEnd(asked, now)?.toISOString()).toBe(end)
  })
})

test('an address counts once, in any case', () => {
  expect(distinctAddresses(['A@x.my', 'a@X.my ', 'b@x.my'])).toEqual(['a@x.my', 'b@x.my'])
})
