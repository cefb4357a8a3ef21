/** Creates a school with one object of each kind, and a function that sends malformed requests to it. */
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import { routes, type RouteName } from '@apogee/contracts/routes.ts'
import { refusals } from '@apogee/contracts/refusals.ts'
import { expect } from 'vitest'
import type { MalformedRequest } from './hostile-bodies.testing.ts'
import { startSchool } from '../whole-product/spec-calls.testing.ts'
import { makeCourse } from '../testing-courses.ts'
import { testPassword, type TestPerson } from '../testing.ts'

export type HostileInputServer = Awaited<ReturnType<typeof startHostileInputServer>>

const internals = /node_modules|\.ts\b|\bat \w+ \(|SELECT |INSERT |postgres|kysely|zod|FST_|"stack"/i

export const json = { 'content-type': 'application/json' }

export interface HostileCall {
  method: 'POST' | 'PUT'
  url: string
  body: Record<string, unknown>
  as: TestPerson | null
}

/** Returns the contract of the call at this address. */
export function endpointOf({ method, url }: HostileCall): AnyEndpoint {
  const wanted = `${method} ${url.slice('/api'.length)}`.split('/')
  const parameters = (route: string) => route.split('/').filter((part) => part.startsWith(':')).length
  const [found] = Object.entries(routes)
    .filter(([, route]) => {
      const parts = route.split('/')
      return (
        parts.length === wanted.length &&
        parts.every((part, at) => part === wanted[at] || (at > 0 && part.startsWith(':')))
      )
    })
    .toSorted(([, one], [, other]) => parameters(one) - parameters(other))
  if (!found) throw new Error(`the contract has no call ${method} ${url}`)
  return endpoints[found[0] as RouteName]
}

/**
 * A request that takes longer counts as hanging, before the test reaches its time limit. Even a slow machine answers a valid
 * request sooner.
 */
const hangsAfterMs = 60_000

export async function startHostileInputServer() {
  const school = await startSchool()
  const { server, shop, instructor } = school
  const own = await makeCourse(server.database, { owner: instructor, contents: [{ resources: [{}] }] })
  const ids = {
    course: own.id,
    content: own.contents[0]?.id ?? 0,
    resource: own.contents[0]?.resources[0] ?? 0,
    paid: await shop.course(9900),
    free: await shop.course(0),
    foreign: (await makeCourse(server.database, { owner: await server.person('admin') })).id,
  }

  /** Sends the request and checks that the answer arrives, has a code, and is not a 5xx. */
  async function send(request: MalformedRequest, as: Pick<TestPerson, 'token'> | null = null) {
    const began = performance.now()
    const answer = await server.app.inject({
      ...request,
      headers: { ...(as && { authorization: `Bearer ${as.token}` }), ...request.headers },
    })
    const response = `${request.method} ${request.url.slice(0, 200)} ${request.payload?.toString().slice(0, 300) ?? ''} → ${answer.statusCode} ${answer.body.slice(0, 300)}`
    const problems = [
      performance.now() - began > hangsAfterMs && 'hangs',
      answer.statusCode >= 500 && answer.statusCode !== 501 && 'our fault',
      answer.headers['x-content-type-options'] !== 'nosniff' && 'no nosniff',
      ...(answer.statusCode >= 400 && request.method !== 'HEAD' ? failureProblems(answer) : []),
    ].filter((problem) => problem !== false)
    if (problems.length > 0) expect.fail(`${problems.join(', ')}: ${response}`)
    return answer
  }

  return { school, ids, send, calls: hostileCalls(school, ids) }
}

function failureProblems(answer: { body: string; headers: Record<string, unknown> }) {
  const failure = JSON.parse(answer.body) as { success?: unknown; error?: unknown; errorCode?: unknown }
  const { error, errorCode } = failure
  return [
    failure.success !== false && 'no success: false',
    (typeof error !== 'string' || error.trim() === '') && 'no error',
    error === 'Invalid input' && 'says nothing',
    (typeof errorCode !== 'string' || !(errorCode in refusals)) && 'unknown errorCode',
    internals.test(answer.body) && 'internals',
    answer.headers['cache-control'] !== 'no-store' && 'may be kept',
  ]
}

type School = Awaited<ReturnType<typeof startSchool>>
type Ids = Record<'course' | 'content' | 'resource' | 'paid' | 'free', number>

/** Returns every call that accepts a body, together with a valid request. */
function hostileCalls(school: School, ids: Ids): HostileCall[] {
  return [
    ...accountCalls(school),
    ...courseCalls(school, ids),
    ...contentCalls(school, ids),
    ...salesCalls(school, ids),
    ...communityCalls(school, ids),
  ]
}

const call = (
  method: HostileCall['method'],
  url: string,
  body: HostileCall['body'],
  as: TestPerson | null,
): HostileCall => ({ method, url: `/api${url}`, body, as })

const customerInfo = {
  email: 'a@b.co',
  address: 'a',
  city: 'b',
  state: 'c',
  postalCode: '1',
  country: 'Malaysia',
}

function accountCalls({ student, admin }: School): HostileCall[] {
  const account = { name: 'Nn', email: student.email, password: testPassword }
  return [
    call('POST', '/auth/login', { email: 'nobody@apogee.test', password: 'x' }, null),
    call('POST', '/auth/register', account, null),
    call(
      'POST',
      '/auth/admin/register',
      { ...account, businessName: 'b', businessEmail: 'b@c.dd', businessPhone: '1', businessAddress: 'a' },
      null,
    ),
    call('POST', '/auth/verify', { token: 'x' }, null),
    call('POST', '/auth/email/verify', { token: 'x' }, null),
    call('POST', '/auth/password/forgot', { email: 'nobody@apogee.test' }, null),
    call('POST', '/auth/password/reset', { token: 'x', password: testPassword }, null),
    call('POST', '/auth/password/change', { currentPassword: 'x', password: testPassword }, student),
    call('POST', '/auth/sign-in/complete', { code: 'x' }, null),
    call(
      'POST',
      '/messages',
      { topic: 'contact', name: 'Nn', email: 'a@b.co', text: 't', website: '' },
      null,
    ),
    call('POST', '/tickets', { what: 'courses', filters: { search: 'x', scope: 'created' } }, admin),
    call('PUT', '/achievements/time-zone', { timeZone: 'Asia/Kuala_Lumpur' }, student),
    call('POST', '/notifications/read', { ids: [1] }, student),
    call('PUT', '/chip', { chipSecret: 'abcdefgh', chipBrandId: 'brand' }, admin),
    call('POST', '/auth/leave', { password: 'x' }, student),
    call('POST', '/invitations', { email: 'a@b.cc', role: 'instructor', businessId: 1 }, admin),
    call('PUT', `/users/${student.id}`, { name: 'Nn', avatar: '', role: 'student' }, student),
  ]
}

function courseCalls({ student, instructor }: School, { course, free }: Ids): HostileCall[] {
  return [
    call(
      'POST',
      '/courses',
      {
        title: 't',
        description: 'd',
        image: '',
        isPrivate: true,
        price: 0,
        category: 'Design',
        createdBy: instructor.id,
        businessId: instructor.businessId,
        instructorId: instructor.id,
      },
      instructor,
    ),
    call(
      'PUT',
      `/courses/${course}`,
      { title: 't', description: 'd', image: '', isPrivate: false, price: 0, category: null },
      instructor,
    ),
    call(
      'PUT',
      `/courses/${course}/sales-content`,
      {
        subtitle: 's',
        outcomes: ['o'],
        requirements: ['r'],
        audience: ['a'],
        faq: [{ question: 'q', answer: 'a' }],
        planLines: ['p'],
      },
      instructor,
    ),
    call('POST', `/courses/${free}/enroll`, { userId: student.id, courseId: free, invite: 'x' }, student),
    call('POST', `/courses/${course}/enrolments`, { emails: ['a@b.cc'] }, instructor),
    call('POST', `/courses/${course}/invites`, { expiresAt: '2026-12-01T00:00:00Z', maxUses: 1 }, instructor),
  ]
}

function contentCalls({ student, instructor }: School, { course, content, resource }: Ids): HostileCall[] {
  return [
    call(
      'POST',
      '/course-content',
      { courseId: course, title: 'm', description: 'd', order: 0, type: 'chapter', isPublished: false },
      instructor,
    ),
    call(
      'PUT',
      `/course-content/${content}`,
      { title: 'm', description: 'd', order: 0, isPublished: true },
      instructor,
    ),
    call(
      'POST',
      '/course-resources',
      { courseContentId: content, title: 't', filePath: '/media/x', fileType: 'pdf', captions: [] },
      instructor,
    ),
    call(
      'PUT',
      `/course-resources/${resource}`,
      { title: 't', order: 0, isPublished: true, isPreview: true, captions: [] },
      instructor,
    ),
    call(
      'PUT',
      `/course-resources/${resource}/progress`,
      { completed: true, position: 1, watched: [[0, 1]] },
      student,
    ),
    call(
      'POST',
      '/lesson-progress',
      { userId: student.id, courseContentId: content, completed: true, watchTime: 1 },
      student,
    ),
    call('PUT', '/assessments/1/attempts/1/answers/1', { answer: 'x' }, student),
  ]
}

function salesCalls({ student }: School, { paid }: Ids): HostileCall[] {
  return [
    call('POST', '/payments', { courseId: paid, userId: student.id }, student),
    call('POST', '/payments/bulk', { courseIds: [paid], userId: student.id, customerInfo }, student),
  ]
}

function communityCalls({ student, instructor }: School, { course, free }: Ids): HostileCall[] {
  return [
    call('POST', '/community/groups', { name: 'g', description: 'd', category: 'Design' }, student),
    call('PUT', '/community/groups/1', { name: 'g', description: 'd', category: null }, student),
    call(
      'POST',
      '/community/discussions',
      { title: 't', body: 'b', groupId: null, courseId: course },
      instructor,
    ),
    call('PUT', '/community/discussions/1', { title: 't', body: 'b' }, instructor),
    call('PUT', '/community/discussions/1/hidden', { hidden: false }, instructor),
    call('POST', '/community/discussions/1/posts', { body: 'b' }, instructor),
    call('PUT', '/community/posts/1', { body: 'b' }, instructor),
    call('PUT', '/community/posts/1/hidden', { hidden: false }, instructor),
    call('POST', '/community/reports', { postId: 1, reason: 'r' }, student),
    call('PUT', `/courses/${free}/review`, { rating: 5, text: 't' }, student),
    call('PUT', '/reviews/1/reply', { text: 't' }, instructor),
    call('POST', '/reviews/1/reports', { reason: 'r' }, student),
    call('PUT', '/reviews/1/hidden', { hidden: false }, student),
  ]
}
