/** Tests announcements to one cohort of a course, or to its learners without one (docs/decisions/course-openings.md). */
import type { AudienceChoice } from '@apogee/contracts/enrolments/audiences.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeCourse } from '#server/app/testing-courses.ts'
import type { TestPerson } from '#server/app/testing.ts'
import {
  cohortsForTests,
  courseId,
  january,
  januaryId,
  june,
  juneId,
  learner,
  makeCohort,
  moveTo,
  server,
  teacher,
} from '#server/app/testing-taught-course.ts'

cohortsForTests({ starts: [3, 9] })

const write = (title: string, audience?: AudienceChoice, as: TestPerson = teacher) =>
  server.call('writeAnnouncement', {
    params: { id: courseId },
    body: { title, body: 'Bring a question.', byMail: true, ...(audience !== undefined && { audience }) },
    as,
  })
async function listed(as: TestPerson) {
  const { body } = await server.call('listAnnouncements', { params: { id: courseId }, query: {}, as })
  expect(body.meta.total).toBe(body.data.length)
  return body.data
}
const titlesFor = async (as: TestPerson) => (await listed(as)).map(({ title }) => title)
async function toldTo(as: TestPerson) {
  await server.jobs.runDueOnce()
  await server.jobs.runDueOnce()
  const { body } = await server.call('listNotifications', { query: {}, as })
  return body.data.flatMap((one) => (one.kind === 'announcement.written' ? [one.data.title] : []))
}
const mailedTo = ({ email }: TestPerson) =>
  server.mails.filter((mail) => mail.to === email && mail.subject.startsWith('Orbits: ')).length

test('an announcement to a cohort reaches only its members, on the site, by notification and by mail', async () => {
  const { status, body } = await write('Room 4', januaryId)
  expect(status).toBe(201)
  expect(body.data.audience).toEqual({
    cohortId: januaryId,
    cohortName: 'January intake',
    isRemoved: false,
  })
  expect(await toldTo(january)).toEqual(['Room 4'])
  for (const other of [june, learner]) {
    expect(await toldTo(other)).toEqual([])
    expect(await titlesFor(other)).toEqual([])
    expect(mailedTo(other)).toBe(0)
  }
  expect(mailedTo(january)).toBe(1)
  expect(await titlesFor(january)).toEqual(['Room 4'])
  expect(await listed(teacher)).toMatchObject([{ delivery: { toldCount: 1, isDone: true } }])
})

test('an announcement without an audience, or to everybody, reaches all cohorts and has none in the answer', async () => {
  expect((await write('First')).body.data.audience).toBeUndefined()
  await write('Second', 'everybody')
  for (const reader of [january, june, learner]) {
    expect((await toldTo(reader)).toSorted()).toEqual(['First', 'Second'])
    expect(await titlesFor(reader)).toEqual(['Second', 'First'])
  }
})

test('learners without a cohort read what is written to them, and members of cohorts do not', async () => {
  const { body } = await write('Start at once', 'without-cohort')
  expect(body.data.audience).toEqual({ cohortId: null, cohortName: null, isRemoved: false })
  expect(await toldTo(learner)).toEqual(['Start at once'])
  expect(await toldTo(january)).toEqual([])
  expect([await titlesFor(learner), await titlesFor(january)]).toEqual([['Start at once'], []])
})

test('a learner who is moved reads what is written to the new cohort, and nothing of the former one', async () => {
  await write('For January', januaryId)
  await write('For June', juneId)
  await write('For nobody yet', 'without-cohort')
  expect(await toldTo(january)).toEqual(['For January'])
  await moveTo(january, juneId)
  expect(await titlesFor(january)).toEqual(['For June'])
  await moveTo(january, null)
  expect(await titlesFor(january)).toEqual(['For nobody yet'])
})

test('a learner who leaves the cohort before the delivery is not told, and one who joins before it is', async () => {
  await write('Room 4', januaryId)
  await moveTo(january, juneId)
  await moveTo(learner, januaryId)
  expect(await toldTo(january)).toEqual([])
  expect(await toldTo(learner)).toEqual(['Room 4'])
})

test('an announcement to a removed cohort stays with the people of the course, and nobody else reads it', async () => {
  const emptyId = await makeCohort('July intake', 20)
  await write('Welcome', emptyId)
  // A release without announcements to cohorts can restore access so that a learner belongs to a removed cohort.
  await sql`UPDATE enrolments SET cohort_id = ${emptyId} WHERE user_id = ${learner.id}`.execute(
    server.database.kysely,
  )
  await sql`UPDATE cohorts SET removed_at = now() WHERE id = ${emptyId}`.execute(server.database.kysely)
  expect(await toldTo(learner)).toEqual([])
  expect(await titlesFor(learner)).toEqual([])
  const [kept] = await listed(teacher)
  expect(kept).toMatchObject({ title: 'Welcome', audience: { cohortName: 'July intake', isRemoved: true } })
  const refused = await write('Too late', emptyId)
  expect(refused).toMatchObject({ status: 404, body: { errorCode: 'COHORT_NOT_FOUND' } })
})

test('a cohort of another course is refused, and nothing is written', async () => {
  const other = await server.person('instructor')
  const own = await makeCourse(server.database, { owner: other, title: 'Rockets' })
  const { status, body } = await server.call('writeAnnouncement', {
    params: { id: own.id },
    body: { title: 'Mine', body: 'To your learners', audience: januaryId },
    as: other,
  })
  expect([status, body.errorCode]).toEqual([404, 'COHORT_NOT_FOUND'])
  expect(await titlesFor(january)).toEqual([])
  expect((await write('As a learner', januaryId, january)).status).toBe(403)
})

test('each audience has five announcements a day', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 6; count += 1) statuses.push((await write('News', januaryId)).status)
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  expect((await write('News', juneId)).status).toBe(201)
  expect((await write('News')).status).toBe(201)
})

test('a correction keeps the audience', async () => {
  const { id } = (await write('Room 4', januaryId)).body.data
  const changed = await server.call('updateAnnouncement', {
    params: { id: courseId, announcementId: id },
    body: { title: 'Room 5' },
    as: teacher,
  })
  expect(changed.body.data.audience?.cohortId).toBe(januaryId)
  expect([await titlesFor(january), await titlesFor(june)]).toEqual([['Room 5'], []])
})
