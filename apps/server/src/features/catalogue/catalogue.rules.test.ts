import { describe, expect, test } from 'vitest'
import type { Language } from '@apogee/domain/languages.ts'
import type { FileType, Role } from '@apogee/contracts/limits.ts'
import type { Caller } from '#server/policy/caller.ts'
import { listScope, salesFacts } from './catalogue.rules.ts'

const item = (
  fileType: FileType,
  captions: readonly Language[] = [],
  kind: 'default' | 'exercise' = 'default',
) => ({
  fileType,
  words: null,
  captions: captions.map((language) => ({ language })),
  practice: { kind },
  createdAt: '2026-03-01T00:00:00.123456+00:00',
})

test("a course's facts count what its published modules hold, and name languages that only some videos have", () => {
  const modules = [
    { resources: [item('video', ['en', 'ms'], 'exercise'), item('pdf'), item('quiz')] },
    {
      resources: [
        item('video', ['ms']),
        item('document'),
        item('reading'),
        item('assignment'),
        item('other'),
        { ...item('reading'), words: 200 },
        { ...item('reading'), words: 340 },
      ],
    },
  ]
  const contentsChangedAt = new Date('2026-11-02T03:00:00Z')
  expect(salesFacts({ seconds: 90.5, pages: 4, words: 540, contentsChangedAt }, modules)).toEqual({
    videoSeconds: 90.5,
    videos: 2,
    documents: 3,
    texts: 2,
    readingMinutes: 11,
    quizzes: 1,
    exercises: 2,
    captions: [
      { language: 'en', everywhere: false },
      { language: 'ms', everywhere: true },
    ],
    updatedAt: '2026-11-02T03:00:00.000Z',
  })
})

test('without a noted change, the newest published item says when a course was updated', () => {
  const older = { ...item('pdf'), createdAt: '2026-01-01T00:00:00+00:00' }
  const unknown = { seconds: 0, pages: 0, words: 0, contentsChangedAt: null }
  expect(salesFacts(unknown, [{ resources: [older, item('pdf')] }]).updatedAt).toBe(
    '2026-03-01T00:00:00.123Z',
  )
  expect(salesFacts(unknown, []).updatedAt).toBeNull()
})

describe('whose courses a list shows', () => {
  const caller = (role: Role, businessId: number | null = null): Caller => ({
    userId: 7,
    sessionId: 1,
    hasFreshProof: true,
    mustSetUpSecondFactor: false,
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
