import { endpoints } from '@apogee/contracts/endpoints.ts'
import { refusals } from '@apogee/contracts/refusals.ts'
import { routes, type RouteName } from '@apogee/contracts/routes.ts'
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { barestAnswers, type SpecifiedCall } from '#web/testing/barest-answers.ts'
import { courseDetail, item } from '#web/testing/lesson.ts'
import { aModule, aResource } from '#web/testing/managed-course.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { payment } from '#web/testing/purchases.ts'
import { aSalesInfo } from '#web/testing/sales-info.ts'
import specification from '../../../../../docs/specification.md?raw'
import { completedCalls, fullAnswer, specifiedSentences } from './bare-answers.ts'

const section = (number: number) =>
  specification.split(/^## /m).find((text) => text.startsWith(`${number}.`))!
const shapeOf = (line: string) => line.replace(/:\w+/g, '*')

/**
 * Returns the calls of a table row, such as `POST /auth/login` and `POST /auth/register` for `POST /auth/login, /auth/register`.
 */
const callsIn = (cell: string): string[] =>
  cell.split(';').flatMap((one) => {
    const [method, ...paths] = one.trim().split(/,? (?!host)/)
    return paths.map((path) => `${method} ${path.replace('{api host}/api', '').replace(/\{\w+\}/g, '*')}`)
  })

const specified = [...section(7).matchAll(/^\| ((?:GET|POST|PUT|DELETE) [^|]*?) \|/gm)].flatMap(
  ([, cell = '']) => callsIn(cell),
)
const names = Object.keys(barestAnswers) as SpecifiedCall[]

test('each call of the specification has its barest answers, and each of them is completed', () => {
  expect(specified.length).toBeGreaterThan(30)
  expect(names.map((name) => shapeOf(routes[name])).toSorted()).toEqual(specified.toSorted())
  expect(completedCalls.toSorted()).toEqual(names.toSorted())
})

/** The screens supply these fields themselves, so bare answers may lack them. */
const knownToScreens: Partial<Record<RouteName, object>> = {
  login: { user: aisyah },
  register: { user: aisyah },
  registerBusiness: { user: aisyah },
  readCourse: { permissions: { study: true, manage: false } },
}
/** The screens of these calls show what they have sent, so the answers may have no data. */
const mayLackData: readonly RouteName[] = [
  'createCourse',
  'updateCourse',
  'createContent',
  'createResource',
  'updateUser',
]
const ids = { courseId: 5, contentId: 12, courseContentId: 12, id: 'purchase-1' }

const cases = names.flatMap((name) =>
  barestAnswers[name].map((given) => [name, JSON.stringify(given), given ?? {}] as const),
)

test.each(cases)('%s: %s becomes an answer of the contract', (name, _, given) => {
  const full = fullAnswer(name, given, ids) as { data?: object | object[] }
  if (mayLackData.includes(name) && full.data === undefined) return expect(full).toEqual({ success: true })
  const known = knownToScreens[name]
  const whole = known ? { ...full, data: { ...full.data, ...known } } : full
  const { answer }: AnyEndpoint = endpoints[name]
  expect(z.safeParse(answer, whole).error?.issues ?? []).toEqual([])
})

test.each([
  ['listCourses', { data: [aCourse()], meta: { total: 40, nextCursor: '7', searchedFor: 'orbit' } }],
  ['courseSales', { data: aSalesInfo() }],
  ['verifySession', { data: { decoded: aisyah } }],
  [
    'listEnrolledCourses',
    {
      data: [
        aCourse({
          isEnrolled: true,
          enrollment: { progress: { completedLessons: 4, totalLessons: 4 }, lastAccessed: null, next: null },
        }),
      ],
      meta: { total: 1, nextCursor: null },
    },
  ],
  ['readCourse', { data: courseDetail() }],
  ['listContentResources', { data: [item({ id: 1 })], meta: { total: 1, nextCursor: null } }],
  ['paymentHistory', { data: [payment('paid', 'granted')], meta: { total: 1, nextCursor: null } }],
  ['readPayment', { status: 'paid', data: { ...payment('paid', 'granted'), extra: [] } }],
  ['login', { data: { token: 'new', user: aisyah } }],
  ['updateUser', { data: aisyah }],
  ['createCourse', { data: aCourse() }],
  ['createContent', { data: aModule({ resources: [aResource()] }) }],
  ['deleteUser', { eraseAfter: null, data: { outcome: 'leftTeam' } }],
] as const)('a whole answer of %s stays as it is', (name, given) => {
  expect(fullAnswer(name, { success: true, ...given })).toEqual({ success: true, ...given })
})

test.each([
  ['a page of a proxy', undefined],
  ['a text', 'OK'],
  ['a success that is none', { success: false, error: 'no' }],
  ['an answer without a token', { success: true, data: {} }],
])('%s is no answer', (_, body) => expect(fullAnswer('login', body)).toBeNull())

test('a call that the specification does not name needs the answer of the contract', () => {
  expect(fullAnswer('listSessions', {})).toBeNull()
  expect(fullAnswer('logout', { success: true })).toEqual({ success: true })
})

test("each code whose sentence is the specification's has that sentence", () => {
  const fixed = Object.entries(refusals).filter(([, { sentence }]) => specification.includes(sentence))
  const network = { NETWORK_ERROR: 'An unexpected error occurred' }
  expect(specifiedSentences).toEqual({
    ...Object.fromEntries(fixed.map(([code, { sentence }]) => [code, sentence])),
    ...network,
  })
  const named = section(8)
    .match(/errorCode ([A-Z_]+)/g)
    ?.map((text) => text.split(' ')[1])
  expect(named).toEqual(['NETWORK_ERROR', 'EMAIL_EXISTS'])
})
