/** Creates two businesses, their callers, and a course of the first business in every state. */
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import { sql } from 'kysely'
import { startShop } from '#server/features/sales/sales.testing.ts'
import { makeCourse } from '../testing-courses.ts'
import type { TestApp, TestPerson } from '../testing.ts'
import { callerMakers, tokensOf, type Caller, type Staff } from './callers.testing.ts'
import { callerLetters } from './cells.ts'
import { courseStates, missing, type CourseState, type Target } from './targets.testing.ts'

export type World = Awaited<ReturnType<typeof startWorld>>

export async function startWorld() {
  const shop = await startShop({ limitsOn: false })
  const { server } = shop
  const staff = {
    admin: await server.person('admin', { isProven: true }),
    otherAdmin: await server.person('admin', { isProven: true }),
    superadmin: await server.person('superadmin', { isProven: true }),
  }
  const { makers, callers, caller } = await makeCallers(server, staff)
  const instructor = callers.get('i') as TestPerson
  const named = callers.get('p') as TestPerson
  const first = await makeCourse(server.database, {
    owner: instructor,
    contents: [{ resources: [{ seconds: 60 }] }],
  })
  const learnerOf = (letter: string) => callers.get(letter)?.id ?? 0
  await enrolInto(server.database.kysely, first.id, { open: learnerOf('m') })

  async function newCourse(state: CourseState): Promise<Target> {
    const made = await makeCourse(server.database, {
      owner: instructor,
      instructor: named,
      ...courseStates[state],
      contents: [{ resources: [{ type: 'video' }] }, { isPublished: false, resources: [{ type: 'pdf' }] }],
    })
    const ids = {
      open: learnerOf('l'),
      ended: learnerOf('u'),
      revoked: learnerOf('r'),
      waiting: learnerOf('w'),
    }
    await enrolInto(server.database.kysely, made.id, { ...ids, firstId: first.id })
    const [published, draft] = made.contents
    return {
      course: made.id,
      content: published?.id ?? 0,
      resource: published?.resources[0] ?? 0,
      draftContent: draft?.id ?? 0,
      learner: ids.open,
      child: 0,
    }
  }

  const kept = new Map<string, Promise<unknown>>()
  function once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const known = (kept.get(key) as Promise<T> | undefined) ?? make()
    kept.set(key, known)
    return known
  }

  const sharedCourse = (state: CourseState) => once(`course ${state}`, () => newCourse(state))
  const foreignCourse = () =>
    once('foreign course', async () => {
      const made = await makeCourse(server.database, {
        owner: staff.otherAdmin,
        contents: [{ resources: [{ type: 'video' }] }],
      })
      const [content] = made.contents
      const ids = { content: content?.id ?? 0, resource: content?.resources[0] ?? 0 }
      return { ...missing, ...ids, course: made.id }
    })

  return {
    shop,
    server,
    staff,
    makers,
    caller,
    first,
    newCourse,
    sharedCourse,
    foreignCourse,
    once,
    async sender(letter: string, name: RouteName) {
      const { token } = caller(letter, name)
      return token === null ? null : server.services.accounts.senderOf(token, '')
    },
    /** Contains, by call, the objects that the wall created in the course of the other business. */
    foreignChildren: new Map<string, number[]>(),
  }
}

async function makeCallers(server: TestApp, staff: Staff) {
  const makers = callerMakers(server, staff)
  const tokens = await tokensOf(server, staff.admin)
  const callers = new Map<string, Caller>([
    ['a', staff.admin],
    ['b', staff.otherAdmin],
    ['S', staff.superadmin],
    ['T', tokens.T],
  ])
  for (const letter of callerLetters) {
    const make = makers[letter]
    if (!callers.has(letter) && make) callers.set(letter, await make())
  }
  const caller = (letter: string, name: RouteName): Caller => {
    if (letter === 't') return tokens.t((endpoints[name] as AnyEndpoint).scope)
    const found = callers.get(letter)
    if (!found) throw new Error(`no caller ${letter}`)
    return found
  }
  return { makers, callers, caller }
}

type Db = World['server']['database']['kysely']

interface Enrolled {
  open: number
  ended?: number
  revoked?: number
  waiting?: number
  /** This is the id of the prerequisite of the course `waiting`. */
  firstId?: number
}

async function enrolInto(kysely: Db, courseId: number, people: Enrolled): Promise<void> {
  const { open, ended = null, revoked = null, waiting = null, firstId = null } = people
  if (firstId !== null)
    await sql`
      INSERT INTO course_prerequisites (course_id, prerequisite_id, place, required_since)
      VALUES (${courseId}, ${firstId}, 0, now() - interval '1 minute')`.execute(kysely)
  await sql`
    WITH given AS (
      INSERT INTO enrolments (user_id, course_id, source, revoked_at, access_ends_at)
      SELECT person, ${courseId}, 'granted', CASE WHEN kind = 'revoked' THEN now() END,
             CASE WHEN kind = 'ended' THEN now() - interval '1 second' END
        FROM (VALUES (${open}::bigint, 'open'), (${ended}, 'ended'), (${revoked}, 'revoked'), (${waiting}, 'waiting')) p (person, kind)
       WHERE person IS NOT NULL RETURNING id, user_id)
    INSERT INTO enrolment_conditions (enrolment_id, prerequisite_id, required_since)
    SELECT given.id, p.prerequisite_id, p.required_since
      FROM given JOIN course_prerequisites p ON p.course_id = ${courseId} WHERE given.user_id = ${waiting}`.execute(
    kysely,
  )
}
