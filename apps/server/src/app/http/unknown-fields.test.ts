import { currentUser, listedUser } from '@apogee/contracts/accounts/accounts.ts'
import { courseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import { courseContent, courseResource } from '@apogee/contracts/courses/courses.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { routes, type RouteName } from '@apogee/contracts/routes.ts'
import { fieldsTaken } from '@apogee/contracts/unknown-fields.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { picture, uploadFile } from '#server/features/media/testing.ts'
import { startTestSchool, type TestSchool } from '#server/features/courses/testing.ts'
import type { OpenApi } from '../hostile-input/hostile-bodies.testing.ts'
import { testPassword } from '../testing.ts'
import { makeCourse } from '../testing-courses.ts'

let school: TestSchool
let server: TestSchool['server']
beforeAll(async () => {
  school = await startTestSchool()
  ;({ server } = school)
  // The bodies name the first course, module and lesson, because a body is validated only for callers who may make the call.
  const { id } = await makeCourse(server.database, { owner: school.admin, contents: [{ resources: [{}] }] })
  await school.enrol(school.student, id)
})
afterAll(() => server.stop())

const withBody = (Object.entries(endpoints) as [RouteName, AnyEndpoint][]).filter(
  ([, { body, accepts = 'json' }]) => body && accepts === 'json',
)

test('the fields of every JSON body are known', () => {
  expect(withBody.length).toBeGreaterThan(60)
  expect(withBody.filter(([, schemas]) => fieldsTaken(schemas) === null).map(([name]) => name)).toEqual([])
})

test.each(withBody.map(([name]) => name))('%s refuses an unknown field by its name', async (name) => {
  const [method, path] = routes[name].split(' ') as ['POST' | 'PUT' | 'DELETE', string]
  const url = `/api${path.replace(/:[A-Za-z]+/g, '1')}`
  const people = [school.superadmin, school.admin, school.lone, school.student, null]
  const answers = await Promise.all(
    people.map((person) =>
      server.app.inject({
        method,
        url,
        payload: { noSuchField: 1 },
        headers: person ? { authorization: `Bearer ${person.token}` } : {},
      }),
    ),
  )
  const bodies = answers.map((answer) => answer.json<{ issues?: unknown }>())
  const issues = [{ path: 'noSuchField', message: 'is not a field of this call' }]
  expect(bodies.filter((body) => JSON.stringify(body.issues) === JSON.stringify(issues))).not.toEqual([])
})

test('every object inside a body refuses an unknown field by its path', async () => {
  const { paths } = (await server.app.inject('/api/openapi.json')).json<OpenApi>()
  const checked: string[] = []
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { operationId, requestBody }] of Object.entries(methods)) {
      const { lenient = [] }: AnyEndpoint = endpoints[operationId as RouteName]
      const fields = requestBody?.content['application/json']?.schema.properties ?? {}
      for (const [field, { properties, items }] of Object.entries(fields)) {
        if ((!properties && !items?.properties) || lenient.includes(field)) continue
        const issue = {
          path: properties ? `${field}.noSuchField` : `${field}.0.noSuchField`,
          message: 'is not a field of this call',
        }
        const payload = { [field]: properties ? { noSuchField: 1 } : [{ noSuchField: 1 }] }
        const answers = await Promise.all(
          [school.superadmin, school.admin, school.lone].map(({ token }) =>
            server.app.inject({
              method: method.toUpperCase() as 'POST',
              url: path.replace(/\{\w+\}/g, '1'),
              payload,
              headers: { authorization: `Bearer ${token}` },
            }),
          ),
        )
        expect(answers.map((answer) => answer.json<{ issues?: unknown }>().issues)).toContainEqual([issue])
        checked.push(`${operationId}.${field}`)
      }
    }
  }
  expect(checked).toEqual(
    expect.arrayContaining(['updateResource.captions', 'updateSalesContent.faq', 'createInvoice.lines']),
  )
})

test('an unknown field of a sale, a caption track or an exercise is refused, and nothing is saved', async () => {
  const { teacher } = school
  const course = await school.makeCourse(teacher, { price: 5_000 })
  const module = await school.makeContent(teacher, course.id)
  const { id } = await school.makeResource(teacher, module.id)
  const exercise = { kind: 'exercise', language: 'javascript', prompt: 'Add', starter: '' }
  const checks = [{ expression: '1', expected: '1', weight: 2 }]
  const refused: [url: string, body: object, path: string][] = [
    [`/courses/${course.id}`, { sale: { price: 1_000, percent: 5 } }, 'sale.percent'],
    [
      `/course-resources/${id}`,
      { captions: [{ language: 'en', url: '/media/x', filePath: 'https://evil.example/a.vtt' }] },
      'captions.0.filePath',
    ],
    [`/course-resources/${id}`, { practice: { kind: 'off', prompt: 'Add' } }, 'practice.prompt'],
    [`/course-resources/${id}`, { practice: { ...exercise, checks } }, 'practice.checks.0.weight'],
    [
      `/course-resources/${id}`,
      { chapters: [{ atSeconds: 0, title: 'Start', endSeconds: 9 }] },
      'chapters.0.endSeconds',
    ],
  ]
  for (const [url, payload, path] of refused) {
    const answer = await server.app.inject({
      method: 'PUT',
      url: `/api${url}`,
      payload,
      headers: { authorization: `Bearer ${teacher.token}` },
    })
    expect([answer.statusCode, answer.json<{ issues?: unknown }>().issues]).toEqual([
      400,
      [{ path, message: 'is not a field of this call' }],
    ])
  }
  const read = await server.call('readCourse', { params: { courseId: course.id }, as: teacher })
  expect(read.body.data.sale).toBeUndefined()
})

test("the specification's own entities may have more fields: customerInfo and metadata", async () => {
  const { student } = school
  const course = await school.makeCourse(school.lone, { price: 5_000 })
  const customerInfo = {
    email: student.email,
    address: 'a',
    city: 'b',
    state: 'c',
    postalCode: '1',
    country: 'Malaysia',
    phone: '012',
  }
  const paid = await server.call('payForCart', {
    body: { courseIds: [course.id], customerInfo },
    as: student,
  })
  expect(paid.body).not.toMatchObject({ errorCode: 'VALIDATION' })
  const body = { name: 'Renamed', metadata: { avatar: null, theme: 'dark' } as object }
  const saved = await server.call('updateUser', { params: { id: student.id }, body, as: student })
  expect(saved.body.data).toMatchObject({ name: 'Renamed', metadata: { avatar: null } })
})

test("ignored fields of the specification's entities are not fields of the body", () => {
  for (const [name, { sentBack = [], ignored = [], ...schemas }] of withBody) {
    const taken = fieldsTaken(schemas) ?? new Set()
    expect([name, [...sentBack, ...ignored].filter((field) => taken.has(field))]).toEqual([name, []])
  }
})

const specCourse = [
  'id',
  'title',
  'description',
  'image',
  'isPrivate',
  'price',
  'category',
  'createdBy',
  'businessId',
  'instructorId',
  'contents',
]

/** Clients of the specification may send these fields, whether or not the call needs them. */
const sentAlong: [RouteName, readonly string[]][] = [
  ['register', ['confirmPassword', 'terms', 'acceptTerms', 'id', 'role', 'businessId']],
  ['registerBusiness', ['confirmPassword', 'terms', 'acceptTerms', 'id', 'role', 'businessId']],
  ['payForCourse', ['price', 'amount', 'total', 'currency', 'items', 'quantity']],
  ['payForCart', ['price', 'amount', 'total', 'currency', 'items', 'quantity']],
  ['createCourse', [...specCourse, 'enrollment']],
  ['createContent', ['id', 'courseId', 'title', 'description', 'order', 'type', 'isPublished', 'resources']],
  ['createResource', ['id', 'courseContentId', 'title', 'filePath', 'fileType']],
  ['saveLessonProgress', ['id', 'userId', 'courseContentId', 'completed', 'watchTime']],
  ['enroll', ['userId', 'courseId', 'price']],
]

test.each(sentAlong)('%s accepts or ignores %j', (name, fields) => {
  const schemas: AnyEndpoint = endpoints[name]
  const accepted = [...(fieldsTaken(schemas) ?? []), ...(schemas.ignored ?? [])]
  expect(fields.filter((field) => !accepted.includes(field))).toEqual([])
})

const readBack: [RouteName, z.ZodMiniObject][] = [
  ['updateCourse', courseDetail],
  ['updateContent', courseContent],
  ['updateResource', courseResource],
  ['updateUser', currentUser],
  ['updateUser', listedUser],
]

test.each(readBack)('%s accepts every field of the object that clients read', (name, { shape }) => {
  const { sentBack = [], ignored = [], ...schemas }: AnyEndpoint = endpoints[name]
  const known = [...(fieldsTaken(schemas) ?? []), ...sentBack, ...ignored, 'id']
  expect(Object.keys(shape).filter((field) => !known.includes(field))).toEqual([])
})

test('a registration with every field of its form creates a student without a business', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    payload: {
      name: 'Sly',
      email: 'sly-fields@apogee.test',
      password: testPassword,
      confirmPassword: testPassword,
      terms: true,
      id: 1,
      role: 'superadmin',
      businessId: 1,
    },
  })
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({ data: { user: { role: 'student', businessId: null } } })
})

describe('a whole object sent back', () => {
  test('sending a course back changes it when only its own fields differ', async () => {
    const course = await school.makeCourse(school.teacher, { price: 5_000 })
    const read = await server.call('readCourse', { params: { courseId: course.id }, as: school.teacher })
    const whole = { ...read.body.data, title: 'Renamed' }
    const put = (body: object) =>
      server.call('updateCourse', { params: { id: course.id }, body, as: school.teacher })
    expect((await put(whole)).body.data?.title).toBe('Renamed')
    for (const [path, value] of Object.entries({ createdBy: 1, businessId: null, state: 'archived' })) {
      const refused = await put({ ...whole, [path]: value })
      expect(refused.status).toBe(400)
      expect(refused.body).toMatchObject({
        issues: [{ path, message: 'cannot be changed by this call' }],
      })
    }
    expect((await put({ ...whole, id: 999_999 })).status).toBe(400)
  })

  test('sending a module or resource back changes it, and never the file', async () => {
    const { teacher } = school
    const course = await school.makeCourse(teacher)
    const module = await school.makeContent(teacher, course.id)
    const resource = await school.makeResource(teacher, module.id)
    const putModule = (body: object) =>
      server.call('updateContent', { params: { id: module.id }, body, as: teacher })
    expect((await putModule({ ...module, title: 'Renamed' })).raw.body).toContain('"Renamed"')
    expect((await putModule({ ...module, courseId: course.id + 1 })).status).toBe(400)
    const put = (body: object) =>
      server.call('updateResource', { params: { id: resource.id }, body, as: teacher })
    const whole = { ...resource, title: 'Renamed' }
    expect((await put(whole)).body.data?.title).toBe('Renamed')
    const outside = await put({ ...whole, filePath: 'https://evil.example/lesson.mp4' })
    expect(outside.body).toMatchObject({
      issues: [{ path: 'filePath', message: 'cannot be changed by this call' }],
    })
    const other = await school.makeResource(teacher, module.id)
    expect((await put({ filePath: other.filePath })).status).toBe(400)
  })

  test("sending a person of an admin's list back changes them, but neither address nor business", async () => {
    const list = await server.call('listUsers', { query: {}, as: school.superadmin })
    const whole = list.body.data.find(({ id }) => id === school.colleague.id) ?? {}
    const put = (body: object) =>
      server.call('updateUser', { params: { id: school.colleague.id }, body, as: school.superadmin })
    expect((await put({ ...whole, name: 'Renamed' })).body.data?.name).toBe('Renamed')
    for (const changed of [{ email: 'other@apogee.test' }, { businessId: null }])
      expect((await put({ ...whole, ...changed })).status).toBe(400)
    expect((await put({ ...whole, metadata: { avatar: '/x' } })).status).toBe(403)
  })

  test("sending `metadata.avatar` of the specification's User changes one's own picture", async () => {
    const { colleague } = school
    const { url } = await uploadFile(server, colleague, await picture('png'), 'me.png', 'avatar')
    const read = await server.call('verifySession', { body: {}, as: colleague })
    const put = (body: object) =>
      server.call('updateUser', { params: { id: colleague.id }, body, as: colleague })
    const whole = { ...read.body.data.decoded }
    const worn = await put({ ...whole, metadata: { avatar: url } })
    expect(worn.body.data.metadata.avatar).toContain('/media/')
    expect((await put({ ...worn.body.data, name: 'Renamed' })).body.data.metadata).toEqual(
      worn.body.data.metadata,
    )
    expect((await put({ metadata: { avatar: 'https://evil.example/me.png' } })).status).toBe(422)
    expect((await put({ avatar: url, metadata: { avatar: null } })).body.data.metadata).toEqual(
      worn.body.data.metadata,
    )
    expect((await put({ metadata: { avatar: null } })).body.data.metadata).toEqual({ avatar: null })
  })

  test('sent-back objects are compared only for callers who may change them', async () => {
    const course = await school.makeCourse(school.teacher, { draft: true })
    const put = (id: number) =>
      server.call('updateCourse', { params: { id }, body: { createdBy: 1 } as object, as: school.colleague })
    expect((await put(course.id)).raw.body).toBe((await put(999_999_999)).raw.body)
  })
})
