/** What a call does not take is refused with its name; a whole object that is sent back unchanged is taken. */
import { currentUser, listedUser } from '@apogee/contracts/accounts.ts'
import { courseDetail } from '@apogee/contracts/catalogue.ts'
import { courseContent, courseResource } from '@apogee/contracts/courses.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import type { EndpointSchemas } from '@apogee/contracts/endpoint.ts'
import { routes, type RouteName } from '@apogee/contracts/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { startTestSchool, type TestSchool } from '../features/courses/testing.ts'
import { testPassword } from './testing.ts'
import { fieldsTaken } from './unknown-fields.ts'

let school: TestSchool
let server: TestSchool['server']
beforeAll(async () => {
  school = await startTestSchool()
  ;({ server } = school)
})
afterAll(() => server.stop())

const withBody = (Object.entries(endpoints) as [RouteName, EndpointSchemas][]).filter(
  ([, { body, accepts = 'json' }]) => body && accepts === 'json',
)

test('the fields of every JSON body are known', () => {
  expect(withBody.length).toBeGreaterThan(60)
  expect(withBody.filter(([, schemas]) => fieldsTaken(schemas) === null).map(([name]) => name)).toEqual([])
})

test.each(withBody.map(([name]) => name))(
  '%s refuses a field that it does not know, by its name',
  async (name) => {
    const [method, path] = routes[name].split(' ') as ['POST' | 'PUT' | 'DELETE', string]
    const url = `/api${path.replace(/:[A-Za-z]+/g, '1')}`
    const people = [school.superadmin, school.admin, school.lone, null]
    const answers = await Promise.all(
      people.map((person) =>
        server.app.inject({
          ...{ method, url, payload: { noSuchField: 1 } },
          headers: person ? { authorization: `Bearer ${person.token}` } : {},
        }),
      ),
    )
    const bodies = answers.map((answer) => answer.json<{ issues?: unknown }>())
    const issues = [{ path: 'noSuchField', message: 'is not a field of this call' }]
    expect(bodies.filter((body) => JSON.stringify(body.issues) === JSON.stringify(issues))).not.toEqual([])
  },
)

test('the fields of the specification’s entities that a call only tolerates are not fields of its body', () => {
  for (const [name, { sentBack = [], ignored = [], ...schemas }] of withBody) {
    const taken = fieldsTaken(schemas) ?? new Set()
    expect([name, [...sentBack, ...ignored].filter((field) => taken.has(field))]).toEqual([name, []])
  }
})

const specCourse = [
  ...['id', 'title', 'description', 'image', 'isPrivate', 'price', 'category', 'createdBy', 'businessId'],
  ...['instructorId', 'contents'],
]

/** What the specification's clients may plausibly send, whether or not the call needs it. */
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

test.each(sentAlong)('%s takes or ignores %j', (name, fields) => {
  const schemas: EndpointSchemas = endpoints[name]
  const accepted = [...(fieldsTaken(schemas) ?? []), ...(schemas.ignored ?? [])]
  expect(fields.filter((field) => !accepted.includes(field))).toEqual([])
})

/** What the product's own answers hold, which a client may send back whole. */
const readBack: [RouteName, z.ZodMiniObject][] = [
  ['updateCourse', courseDetail],
  ['updateContent', courseContent],
  ['updateResource', courseResource],
  ['updateUser', currentUser],
  ['updateUser', listedUser],
]

test.each(readBack)('%s knows every field of the object that clients read', (name, { shape }) => {
  const { sentBack = [], ignored = [], ...schemas }: EndpointSchemas = endpoints[name]
  const known = [...(fieldsTaken(schemas) ?? []), ...sentBack, ...ignored, 'id']
  expect(Object.keys(shape).filter((field) => !known.includes(field))).toEqual([])
})

test('a registration with every field of its form makes a student of no business', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    payload: {
      ...{ name: 'Sly', email: 'sly-fields@apogee.test', password: testPassword },
      ...{ confirmPassword: testPassword, terms: true, id: 1, role: 'superadmin', businessId: 1 },
    },
  })
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({ data: { user: { role: 'student', businessId: null } } })
})

describe('a whole object sent back', () => {
  test('changes a course when nothing but its own fields differ', async () => {
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

  test('changes a module and a resource, and never the file', async () => {
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

  test('changes a person as an admin’s list shows them, but no address or business', async () => {
    const list = await server.call('listUsers', { query: {}, as: school.superadmin })
    const whole = list.body.data.find(({ id }) => id === school.colleague.id) ?? {}
    const put = (body: object) =>
      server.call('updateUser', { params: { id: school.colleague.id }, body, as: school.superadmin })
    expect((await put({ ...whole, name: 'Renamed' })).body.data?.name).toBe('Renamed')
    for (const changed of [
      { email: 'other@apogee.test' },
      { businessId: null },
      { metadata: { avatar: '/x' } },
    ])
      expect((await put({ ...whole, ...changed })).status).toBe(400)
  })

  test('is compared only for those who may change it', async () => {
    const course = await school.makeCourse(school.teacher, { draft: true })
    const put = (id: number) =>
      server.call('updateCourse', { params: { id }, body: { createdBy: 1 } as object, as: school.colleague })
    expect((await put(course.id)).raw.body).toBe((await put(999_999_999)).raw.body)
  })
})
