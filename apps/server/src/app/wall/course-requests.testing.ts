import { sql } from 'kysely'
import { routes, type RouteName } from '@apogee/contracts/routes.ts'
import { isLesson, newChild, type ChildKind } from './children.testing.ts'
import { courseCalls, onCourse } from './course-attempts.testing.ts'
import { missing, type CourseState, type Target } from './targets.testing.ts'
import type { Request } from './walk.testing.ts'
import type { World } from './world.testing.ts'

export function courseRequests(getWorld: () => World): Partial<Record<RouteName, Request>> {
  return Object.fromEntries(
    (Object.keys(courseCalls) as RouteName[]).map((name) => {
      const request: Request = {
        async attempt({ state, caller, isLetIn }) {
          const { course, build } = onCourse(name, state)
          const target = await targetOf(getWorld(), name, course, isLetIn)
          return build(target, caller.id || target.learner)
        },
        nothing: (caller, state) => onCourse(name, state).build(missing, caller.id || missing.learner),
      }
      return [name, request]
    }),
  )
}

/**
 * Returns the target of a request. In the state `mixed`, it combines a free course of the business with an object of another
 * business's course, which the request names as if it belonged to the first. Refused callers share one course across all calls.
 * Allowed callers share one course per call, except for DELETE.
 */
async function targetOf(
  world: World,
  name: RouteName,
  state: CourseState | 'mixed',
  isLetIn: boolean,
): Promise<Target> {
  const course = state === 'mixed' ? 'free' : state
  const isOwn = isLetIn && routes[name].startsWith('DELETE ')
  const forAll = isLetIn ? `${name} on ${state}` : `anything on ${state}`
  const kept = <T>(what: string, make: () => Promise<T>) =>
    isOwn ? make() : world.once(`${what}, ${forAll}`, make)
  const target = await kept('course', () => world.newCourse(course))
  const kind = childOf[name]
  if (state === 'mixed') {
    const foreign = await world.foreignCourse()
    if (kind) return { ...target, child: await kept(kind, () => newForeignChild(world, kind, foreign)) }
    return foreignPartOf[name]?.(target, foreign) ?? target
  }
  if (!kind) return target
  const child = await kept(kind, () => newChild(world, kind, target))
  return isLesson(kind) ? { ...target, resource: child } : { ...target, child }
}

const foreignTables: Partial<Record<ChildKind, string>> = {
  cohort: 'cohorts',
  invite: 'course_invites',
  'invited person': 'course_invitations',
  announcement: 'course_announcements',
  'live session': 'planned_sessions',
}

async function newForeignChild(world: World, kind: ChildKind, foreign: Target): Promise<number> {
  const id = await newChild(world, kind, foreign)
  const made = world.foreignChildren.get(kind) ?? []
  world.foreignChildren.set(kind, [...made, id])
  return id
}

/**
 * Returns the kinds of objects in another business's course that requests on a course of the first business have removed. The
 * result is empty unless a call ignores the course that it names.
 */
export async function takenFromForeignCourse(world: World): Promise<string[]> {
  const { kysely } = world.server.database
  const taken: string[] = []
  for (const [kind, ids] of world.foreignChildren) {
    const table = foreignTables[kind as ChildKind]
    if (!table) continue
    const { rows } = await sql<{ left: number }>`
      SELECT count(*) AS left FROM ${sql.table(table)} WHERE id = ANY(${ids}::bigint[])`.execute(kysely)
    if (rows[0]?.left !== ids.length) taken.push(kind)
  }
  const { content, resource } = await world.foreignCourse()
  const { rows } = await sql`
    SELECT 1 FROM course_resources WHERE id = ${resource} AND content_id = ${content} AND is_published`.execute(
    kysely,
  )
  return rows.length === 1 ? taken : [...taken, 'item']
}

/** These calls name a module or an item of the course in their body. */
const foreignPartOf: Partial<Record<RouteName, (own: Target, foreign: Target) => Target>> = {
  moveModules: (own, { content }) => ({ ...own, content }),
  moveResources: (own, { resource }) => ({ ...own, resource }),
  publishItems: (own, { resource }) => ({ ...own, resource }),
  removeItems: (own, { resource }) => ({ ...own, resource }),
  restoreItems: (own, { resource }) => ({ ...own, resource }),
  saveNote: (own, { resource }) => ({ ...own, resource }),
}

const childOf: Partial<Record<RouteName, ChildKind>> = {
  updateCohort: 'cohort',
  removeCohort: 'cohort',
  revokeInvite: 'invite',
  resendCourseInvitation: 'invited person',
  withdrawCourseInvitation: 'invited person',
  updateAnnouncement: 'announcement',
  removeAnnouncement: 'announcement',
  updateLiveSession: 'live session',
  removeLiveSession: 'live session',
  readAttendance: 'live session',
  saveAttendance: 'live session',
  deleteBankQuestion: 'bank question',
  readLessonText: 'text',
  readLessonTextEdit: 'text',
  saveLessonTextDraft: 'text',
  publishLessonText: 'text',
  readQuizEdit: 'quiz',
  saveQuizDraft: 'quiz',
  publishQuiz: 'quiz',
  readLearnerAttempt: 'learner attempt',
  readHandIn: 'hand-in',
  gradeHandIn: 'hand-in',
  readResourceAssessment: 'quiz',
  readQuizStatistics: 'quiz',
  exportQuizStatistics: 'quiz',
  listBankQuestions: 'quiz',
  saveBankQuestion: 'quiz',
}
