/**
 * Reads the answers of other servers. Such a server may know only the calls of docs/specification.md#7-calls, and answer with only
 * the fields that are named there. The browser loads this file with the first such answer (docs/decisions/calls.md).
 */
import type { CourseContent, CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { ErrorCode } from '@apogee/contracts/refusals.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import { storedToken } from '#web/platform/session/session-token.ts'
import { completedCalls, fullAnswer, isFields, specifiedFailure } from './bare-answers.ts'
import {
  ApiError,
  call,
  failureOf,
  type LooseRequest,
  type TransportAnswer,
} from '#web/platform/transfer/client.ts'
import { withWantedRows } from './wanted-rows.ts'
import { unknownCourse } from './unknown-course.ts'

/** Maps each lesson that another server has named to its module. */
const moduleOf = new Map<number, number>()
/** Maps each module to the state that another server has sent. */
const states = new Map<number, { completed: boolean; watchTime: number }>()

let known: { token: string | null; id: Promise<number> } | null = null

/** Returns the id of the signed-in person, which the calls of the specification send. */
function ownId(): Promise<number> {
  const token = storedToken()
  if (known?.token !== token)
    known = { token, id: call('verifySession', { body: {} }).then(({ data }) => data.decoded.id) }
  return known.id
}

async function stateOf(courseContentId: number): Promise<CourseResource['progress'] | null> {
  try {
    const userId = await ownId()
    const { completed, watchTime } = await call('lessonProgress', { params: { courseContentId, userId } })
    states.set(courseContentId, { completed, watchTime })
    return { completed, watchTime, position: watchTime }
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** Gives lessons the progress of their module: its videos, or all its lessons if it has no video. */
async function withProgress(id: number, resources: readonly CourseResource[]): Promise<CourseResource[]> {
  for (const resource of resources) moduleOf.set(resource.id, id)
  const progress = resources.length > 0 ? await stateOf(id) : null
  const hasVideo = resources.some(({ fileType }) => fileType === 'video')
  return resources.map((resource) =>
    progress && (!hasVideo || resource.fileType === 'video') ? { ...resource, progress } : resource,
  )
}

/** Adds progress to lessons. Other servers send progress for each module and not for each lesson. */
async function completedLessons(name: RouteName, full: object, body: unknown): Promise<object> {
  if (name === 'listContentResources') {
    const answer = full as { data: CourseResource[] }
    const [first] = answer.data
    return first?.courseId === unknownCourse
      ? { ...answer, data: await withProgress(first.courseContentId, answer.data) }
      : full
  }
  const given = isFields(body) && isFields(body['data']) ? body['data'] : body
  if (name !== 'readCourse' || (isFields(given) && 'permissions' in given)) return full
  const answer = full as { data: { contents: CourseContent[] } }
  const contents = await Promise.all(
    answer.data.contents.map(async (module) => ({
      ...module,
      resources: await withProgress(module.id, module.resources),
    })),
  )
  return { ...answer, data: { ...answer.data, contents } }
}

/** Saves the state of the lesson's module; returns null for an unknown lesson. */
async function saveModule({ params, body }: LooseRequest): Promise<object | null> {
  const courseContentId = moduleOf.get(Number(params?.['id']))
  if (courseContentId === undefined) return null
  const { completed, position } = body as { completed?: boolean; position?: number }
  const before = states.get(courseContentId) ?? { completed: false, watchTime: 0 }
  const state = {
    completed: completed ?? before.completed,
    watchTime: Math.max(before.watchTime, position ?? 0),
  }
  if (state.completed !== before.completed || state.watchTime !== before.watchTime) {
    await call('saveLessonProgress', { body: { userId: await ownId(), courseContentId, ...state } })
    states.set(courseContentId, state)
  }
  return { success: true, ...state, position: position ?? before.watchTime }
}

async function removeItems({ body }: LooseRequest): Promise<object> {
  const { modules = [], resources = [] } = body as { modules?: number[]; resources?: number[] }
  await Promise.all([
    ...resources.map((id) => call('deleteResource', { params: { id } })),
    ...modules.map((id) => call('deleteContent', { params: { id } })),
  ])
  return { success: true }
}

/** Maps calls that other servers do not know to functions that use calls of the specification instead. */
const instead: Partial<Record<RouteName, (request: LooseRequest) => Promise<object | null>>> = {
  saveResourceProgress: saveModule,
  removeItems,
  readDeletion: () => Promise.resolve({ success: true, data: { outcome: 'erased' } }),
}

/**
 * Returns whether the server does not know the call. If the server knows it and refuses an object, the answer has a code of ours.
 */
const isUnknownCall = (status: number, body: unknown): boolean =>
  (status === 404 || status === 405) &&
  !(isFields(body) && typeof body['errorCode'] === 'string' && body['errorCode'] !== 'NOT_FOUND')

/** If the server sends no code with a 404, these calls report the missing object with this code of the contract. */
const missing: Partial<Record<RouteName, ErrorCode>> = {
  readCourse: 'COURSE_NOT_FOUND',
  courseSales: 'COURSE_NOT_FOUND',
}

function failureOfBare(name: RouteName, status: number, body: unknown): ApiError {
  const given = isFields(body) ? body : {}
  // A part of a screen that needs a call of ours shows that the call is missing, and not a failure.
  if (isUnknownCall(status, body) && !completedCalls.includes(name))
    return failureOf(404, { error: 'Not found', ...given, success: false, errorCode: 'NOT_FOUND' })
  const isMissing = status === 404 || (status < 400 && given['data'] === null && given['success'] !== false)
  const errorCode = given['errorCode'] ?? (isMissing ? missing[name] : undefined)
  if (errorCode === undefined) return failureOf(status, body)
  const failure = { ...given, errorCode, ...(isMissing && { success: false }) }
  return failureOf(isMissing ? 404 : status, specifiedFailure(failure))
}

/** Returns the answer as the contract describes it. Throws an error for an answer that reports a failure. */
export async function acceptedBare(
  name: RouteName,
  request: LooseRequest,
  { status, body }: TransportAnswer,
): Promise<object> {
  const other = isUnknownCall(status, body) ? await instead[name]?.(request) : null
  if (other) return other
  const full = status < 400 ? fullAnswer(name, body, request.params) : null
  if (!full) throw failureOfBare(name, status, body)
  // A server that sends pages also filters by itself.
  const hasPages = isFields(body) && isFields(body['meta'])
  return completedLessons(name, hasPages ? full : withWantedRows(name, full, request.query), body)
}
