/** Sends thousands of requests generated from the OpenAPI document. None of them may answer 5xx. */
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/platform/database/database.ts'
import { brokenInvariants } from '#server/features/sales/model/invariants.ts'
import { mayByRole } from '#server/policy/authorise.ts'
import {
  ownHostileBodiesFor,
  requestOf,
  sharedHostileBodies,
  type Ids,
  type OpenApi,
} from './hostile-bodies.testing.ts'
import { json, startHostileInputServer, type HostileInputServer } from './hostile-input.testing.ts'
import { makeCourse } from '../testing-courses.ts'
import type { TestPerson } from '../testing.ts'

/**
 * Each call gets about two requests from each of its callers; the attack `fuzz` sends many more. To send more by hand:
 * `HOSTILE_REQUESTS=50000 HOSTILE_SEED=7 vitest run --project server hostile-bodies`.
 */
const requests = Number(process.env['HOSTILE_REQUESTS'] ?? 3200)
const seed = Number(process.env['HOSTILE_SEED'] ?? 20_261_120)

/** An idle machine needs about 20 s for each test. */
const timeLimitMs = Math.max(240_000, requests * 80)

let hostile: HostileInputServer
let superadmin: TestPerson
beforeAll(async () => {
  hostile = await startHostileInputServer()
  superadmin = await hostile.school.server.person('superadmin')
})
afterAll(() => hostile.school.server.stop())

async function sellerIds(kysely: Db) {
  const { rows } = await sql<{ id: number }>`SELECT id FROM sellers WHERE NOT is_platform`.execute(kysely)
  return rows.map(({ id }) => id)
}

test(
  "no call fails on a JSON body with names of JavaScript's own, deep nesting or huge keys",
  async () => {
    const { school, send } = hostile
    /** Returns a person with access to the call, so that the body reaches the schema of the call. */
    const personFor = ({ access }: AnyEndpoint) => {
      if (access.kind === 'open') return null
      return access.kind === 'role' && !mayByRole(superadmin, access.capability) ? school.admin : superadmin
    }
    const { paths } = (await school.server.app.inject('/api/openapi.json')).json<OpenApi>()
    const writes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        operation.requestBody?.content['application/json'] ? [{ path, method, operation }] : [],
      ),
    )
    expect(writes.length).toBeGreaterThan(60)
    for (const [place, { path, method, operation }] of writes.entries()) {
      const url = path.replace(/\{\w+\}/g, '1')
      const as = personFor(endpoints[operation.operationId as RouteName])
      const shared = sharedHostileBodies.filter((_, nth) => nth % 4 === place % 4)
      for (const payload of [...ownHostileBodiesFor(operation), ...shared])
        await send({ method: method.toUpperCase() as 'POST', url, payload, headers: json }, as)
    }
  },
  timeLimitMs,
)

test(
  "every request generated from the contract's schemas is answered or refused with a code",
  async () => {
    const { school, ids, send } = hostile
    const { server, student, instructor, admin } = school
    const leaving = await server.person()
    const signedIn = [student, instructor, admin, superadmin]
    const people: (TestPerson | null)[] = [null, ...signedIn]
    const { paths } = (await server.app.inject('/api/openapi.json')).json<OpenApi>()

    const users = people.map((person) => person?.id ?? 0)
    const seen = {
      course: [ids.paid, ids.free, ids.foreign],
      content: [ids.content],
      resource: [ids.resource],
      discussion: [] as number[],
      post: [] as number[],
      group: [] as number[],
      review: [] as number[],
      bundle: [] as number[],
      seller: await sellerIds(server.database.kysely),
    }
    // Many objects are created, because the requests may also delete them.
    for (let made = 0; made < 40; made += 1) {
      const course = await makeCourse(server.database, { owner: instructor, contents: [{ resources: [{}] }] })
      await server.call('enroll', { params: { courseId: course.id }, body: {}, as: student })
      seen.course.push(course.id)
      for (const content of course.contents) {
        seen.content.push(content.id)
        seen.resource.push(...content.resources)
      }
    }
    for (let made = 0; made < 10; made += 1) {
      const { body } = await server.call('startDiscussion', {
        body: { title: 'A question', body: 'Who knows?' },
        as: student,
      })
      const { id } = body.data
      const answer = await server.call('answerDiscussion', {
        params: { id },
        body: { body: 'An answer' },
        as: instructor,
      })
      const group = { name: `Group ${made}`, description: 'About a subject' }
      // A person may create only a few groups in an hour, so the people take turns.
      const as = signedIn[made % signedIn.length] ?? student
      const founded = await server.call('createGroup', { body: group, as })
      const params = { courseId: seen.course.at(-1 - made) ?? 0 }
      const reviewed = await server.call('saveReview', { params, body: { rating: 4 }, as: student })
      seen.group.push(founded.body.data.id)
      seen.review.push(reviewed.body.data.id)
      seen.discussion.push(id)
      seen.post.push(answer.body.data.id)
    }
    for (let made = 0; made < 4; made += 1) {
      const sold = { owner: admin, priceCents: 9_900 }
      const courseIds = [
        (await makeCourse(server.database, sold)).id,
        (await makeCourse(server.database, sold)).id,
      ]
      const body = { title: 'Orbits', price: 9_900, courseIds }
      const { id } = (await server.call('createBundle', { body, as: admin })).body.data
      await server.call('updateBundle', { params: { id }, body: { state: 'published' }, as: admin })
      seen.bundle.push(id)
    }
    const gift = {
      recipientName: 'A',
      recipientEmail: '',
      message: '',
      language: 'en',
      sendOn: null,
    } as const
    const bought = await server.call('payForGift', { body: { courseIds: [ids.paid], gift }, as: student })
    await server.call('saveResourceProgress', {
      params: { id: seen.resource.at(-1) ?? 0 },
      body: { completed: true },
      as: student,
    })
    await server.jobs.runDueOnce()
    const [earned] = (await server.call('listCertificates', { query: {}, as: student })).body.data
    /** Returns the path with the student's own purchase or certificate, if it is one of these. */
    const ownIn = (path: string) =>
      path
        .replace(/(?<=\/(?:gifts|payments)(?:\/check)?\/)\{(?:id|purchaseId)\}/, bought.body.purchase_id)
        .replace(/(?<=\/certificates\/)\{id\}/, earned?.id ?? expect.fail('the student has no certificate'))
    const oneOf = (pool: number[]) => fc.nat().map((place) => pool[place % pool.length] ?? 1)
    const any = fc.oneof(
      fc.integer({ min: 0, max: 60 }),
      fc.constantFrom(0, 999_999_999, 2 ** 31, 2 ** 53 - 1),
      oneOf(users),
    )
    /** Returns ids that are mostly of the right kind of object, and mostly of the caller's own objects. */
    const idsFor = (path: string, caller: TestPerson | null): Ids => {
      const kindOf = (name: string) => {
        const from = name === 'id' ? path : name
        if (/seller/i.test(from)) return seen.seller
        if (/bundle/i.test(from)) return seen.bundle
        if (/resource/i.test(from)) return seen.resource
        if (/content/i.test(from)) return seen.content
        if (/course/i.test(from)) return seen.course
        if (/group/i.test(from)) return seen.group
        if (/\/reviews/.test(from)) return seen.review
        if (/discussion/i.test(from)) return seen.discussion
        if (/post/i.test(from)) return seen.post
        return from.startsWith('business') ? [caller?.businessId ?? 1] : [caller?.id ?? 1]
      }
      return (name) => fc.oneof({ weight: 6, arbitrary: oneOf(kindOf(name)) }, any)
    }
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    // These calls end the caller's session, so only one of the people may make them.
    const endsSessions = new Set(['logout', 'endSession'])
    let dealt = 0
    /** Tries each call as each person. */
    const knock = fc.constant(operations).chain((all) => {
      const place = dealt % all.length
      const round = Math.floor(dealt / all.length)
      const { path, method, operation } = all[place] ?? expect.fail('the document has no calls')
      dealt += 1
      const { operationId } = operation
      // Calls that require a role refuse visitors before they validate the request, so visitors do not make them here.
      const { kind } = endpoints[operationId as RouteName].access
      const callers = kind === 'role' ? signedIn : people
      const isOwn = round % 2 === 1 && ownIn(path) !== path
      const person = isOwn ? student : (callers[(place + round) % callers.length] ?? null)
      const as = endsSessions.has(operationId) ? leaving : person
      return requestOf(method, isOwn ? ownIn(path) : path, operation, idsFor(path, as)).map((request) => ({
        request,
        as,
        operationId,
      }))
    })

    const answered = new Map<string, Set<number>>()
    await fc.assert(
      fc.asyncProperty(knock, async ({ request, as, operationId }) => {
        const answer = await send(request, as)
        answered.set(operationId, (answered.get(operationId) ?? new Set()).add(answer.statusCode))
        if (answer.statusCode >= 300 || request.method === 'GET') return
        const { data } = answer.json<{ data?: { id?: unknown; token?: unknown } }>()
        // The call renews the token of the session. Later requests with the old token would be refused.
        if (operationId === 'confirmIdentity' && as && typeof data?.token === 'string') as.token = data.token
        if (typeof data?.id !== 'number') return
        if (operationId === 'createCourse') seen.course.push(data.id)
        if (operationId === 'createContent') seen.content.push(data.id)
      }),
      { numRuns: requests, seed, endOnFailure: true },
    )

    // The requests have tried every call, and most calls accepted some of them.
    const all = operations.map(({ operation }) => operation.operationId)
    expect([...answered.keys()].toSorted()).toEqual(all.toSorted())
    const opened = [...answered.values()].filter((statuses) => statuses.has(200) || statuses.has(201))
    expect(opened.length).toBeGreaterThan(all.length / 2)
    expect(await brokenInvariants(server.database)).toEqual([])
    const wrong = await sql`
      SELECT id FROM courses WHERE price_cents NOT BETWEEN 0 AND 1000000 OR btrim(title) = ''
      UNION ALL SELECT id FROM users WHERE role = 'superadmin' AND id <> ${superadmin.id}`.execute(
      server.database.kysely,
    )
    expect(wrong.rows).toEqual([])
  },
  timeLimitMs,
)
