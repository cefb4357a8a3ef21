import { newQuestion } from '@apogee/contracts/assessments/draft-parts.ts'
import { emptyDocument } from '@apogee/contracts/courses/lesson-document.ts'
import { sql } from 'kysely'
import type { TestPerson } from '../testing.ts'
import { question, smallQuiz } from './course-attempts.testing.ts'
import type { Target } from './targets.testing.ts'
import type { World } from './world.testing.ts'

export type ChildKind =
  | 'cohort'
  | 'invite'
  | 'invited person'
  | 'announcement'
  | 'live session'
  | 'bank question'
  | 'text'
  | 'quiz'
  | 'hand-in'
  | 'learner attempt'

export const isLesson = (kind: ChildKind) => kind === 'text' || kind === 'quiz'

const essay = { ...newQuestion('hand-in', 'h'), question: 'Write a plan' }

let addresses = 0

/**
 * Creates an object below the course and returns its id. Some kinds can be created only in a published course, so the course is
 * published for that moment.
 */
export async function newChild(world: World, kind: ChildKind, target: Target): Promise<number> {
  const { kysely } = world.server.database
  const { rows } = await sql<{ is_draft: boolean; archived_at: Date | null }>`
    SELECT is_draft, archived_at FROM courses WHERE id = ${target.course}`.execute(kysely)
  const [course] = rows
  const set = (isDraft: boolean, archivedAt: Date | null) =>
    sql`UPDATE courses SET is_draft = ${isDraft}, archived_at = ${archivedAt} WHERE id = ${target.course}`.execute(
      kysely,
    )
  await set(false, null)
  const id = await makers[kind](world, target)
  await set(course?.is_draft ?? false, course?.archived_at ?? null)
  return id
}

const makers: Record<ChildKind, (world: World, target: Target) => Promise<number>> = {
  async cohort(world, { course }) {
    const body = { name: 'Intake', startsOn: '2031-01-12' }
    return idOf(await world.server.call('createCohort', { params: { id: course }, body, as: ownerOf(world) }))
  },
  async invite(world, { course }) {
    return idOf(
      await world.server.call('createInvite', { params: { id: course }, body: {}, as: ownerOf(world) }),
    )
  },
  async 'invited person'(world, { course }) {
    addresses += 1
    const body = { emails: [`invited${addresses}@apogee.test`] }
    const as = ownerOf(world)
    const params = { id: course }
    await world.server.call('enrolPeople', { params, body, as })
    const listed = await world.server.call('listInvitedPeople', { params, query: {}, as })
    return listed.body.data.at(0)?.id ?? fail(listed.raw.body)
  },
  async announcement(world, { course }) {
    const body = { title: 'News', body: 'Live on Friday' }
    return idOf(
      await world.server.call('writeAnnouncement', { params: { id: course }, body, as: ownerOf(world) }),
    )
  },
  async 'live session'(world, { course }) {
    const body = {
      title: 'Questions',
      startsAt: '2031-03-01T12:00:00Z',
      minutes: 60,
      link: 'https://meet.example/1',
    }
    return idOf(
      await world.server.call('createLiveSession', { params: { id: course }, body, as: ownerOf(world) }),
    )
  },
  async 'bank question'(world, { resource }) {
    const body = { question, tags: [] }
    return idOf(
      await world.server.call('saveBankQuestion', { params: { id: resource }, body, as: ownerOf(world) }),
    )
  },
  async text(world, target) {
    const as = ownerOf(world)
    const params = { id: target.content }
    const id = idOf(await world.server.call('createLessonText', { params, body: { title: 'A text' }, as }))
    await world.server.call('publishLessonText', { params: { id }, body: { document: emptyDocument }, as })
    return published(world, target, id)
  },
  quiz: (world, target) => makeQuiz(world, target, smallQuiz),
  async 'hand-in'(world, target) {
    await handedIn(world, target, [essay])
    const params = { id: target.course }
    const waiting = await world.server.call('listHandIns', { params, query: {}, as: ownerOf(world) })
    return waiting.body.data.items.at(0)?.attemptId ?? fail(waiting.raw.body)
  },
  'learner attempt': async (world, target) => (await handedIn(world, target, [question])).assessment,
}

/** Submits an attempt of the learner. Returns its id and its place. */
async function handedIn(world: World, target: Target, questions: typeof smallQuiz.questions) {
  const resource = await makeQuiz(world, target, { ...smallQuiz, questions })
  const as = learnerIn(world)
  await world.server.call('enroll', { params: { courseId: target.course }, body: {}, as })
  const read = await world.server.call('readResourceAssessment', { params: { id: resource }, as })
  const assessment = idOf(read)
  const begun = await world.server.call('startAttempt', { params: { id: assessment }, as })
  const { number, questions: asked } = begun.body.data ?? fail(begun.raw.body)
  const params = { id: assessment, number, questionId: asked[0]?.id ?? 0 }
  await world.server.call('saveAnswer', { params, body: { answer: 'First, then, last' }, as })
  const done = await world.server.call('submitAttempt', { params: { id: assessment, number }, as })
  return done.status === 200 ? { assessment, number } : fail(done.raw.body)
}

async function makeQuiz(world: World, target: Target, quiz: typeof smallQuiz): Promise<number> {
  const as = ownerOf(world)
  const params = { id: target.content }
  const id = idOf(await world.server.call('createQuiz', { params, body: { title: 'A quiz' }, as }))
  const made = await world.server.call('publishQuiz', { params: { id }, body: { quiz }, as })
  if (made.status !== 200) fail(made.raw.body)
  return published(world, target, id)
}

const learnerIn = (world: World) => world.caller('l', 'startAttempt') as TestPerson

async function published(world: World, { course }: Target, resource: number): Promise<number> {
  const body = { resources: [resource], isPublished: true }
  const done = await world.server.call('publishItems', { params: { id: course }, body, as: ownerOf(world) })
  return done.status === 200 ? resource : fail(done.raw.body)
}

const ownerOf = (world: World) => world.staff.superadmin

const idOf = (answer: { body: { data: { id: number } }; raw: { body: string } }): number =>
  answer.body.data?.id ?? fail(answer.raw.body)

function fail(body: string): never {
  throw new Error(body)
}
