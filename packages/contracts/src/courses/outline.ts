/** Edits the outline of a course: its modules and lessons can be moved, copied, published together, and removed with an undo. */
import * as z from 'zod/mini'
import { versionSent } from '../edits.ts'
import { answerOf, doneAnswer, endpoint, idInBody, idInUrl } from '../endpoint.ts'
import { courseContent, courseResource } from './courses.ts'
import { limit } from '../texts.ts'

/** A course has at most this number of items. */
const mostItems = 1000
const ids = z.array(idInBody).check(limit(mostItems))
const moved = z
  .array(z.object({ id: idInBody, version: versionSent }))
  .check(z.minLength(1), limit(mostItems))
/** The moved items are placed before this item. Null places them at the end. */
const beforeId = z.nullable(idInBody)
const named = z.object({ modules: z.optional(ids), resources: z.optional(ids) }).check(
  z.refine(({ modules = [], resources = [] }) => modules.length + resources.length > 0, {
    error: 'name at least one module or resource',
    path: ['resources'],
  }),
)

const ofCourse = {
  kind: 'course',
  capability: 'course.edit',
  course: ({ params }: { params: { id: number } }) => ({ course: params.id }),
} as const

/** Removed items can be restored for this number of milliseconds. The notice with Undo is shown for a shorter time. */
export const restorableMs = 60_000

export const outlineEndpoints = {
  moveModules: endpoint({
    call: 'POST /courses/:id/modules/moves',
    bound: 'changes',
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: ofCourse,
    summary: 'Move modules, in the given order, before another module of the course or to its end',
    params: z.object({ id: idInUrl }),
    body: z.object({ items: moved, beforeId }),
    answer: doneAnswer,
    refusals: ['CONTENT_NOT_FOUND', 'EDIT_CONFLICT'],
  }),
  moveResources: endpoint({
    call: 'POST /courses/:id/resources/moves',
    bound: 'changes',
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: ofCourse,
    summary: 'Move resources, in the given order, to a place in a module of the same course',
    params: z.object({ id: idInUrl }),
    body: z.object({ items: moved, moduleId: idInBody, beforeId }),
    answer: doneAnswer,
    refusals: ['CONTENT_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'EDIT_CONFLICT'],
  }),
  publishItems: endpoint({
    call: 'POST /courses/:id/outline/publication',
    bound: 'changes',
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: ofCourse,
    summary: 'Publish several modules and resources, or make them drafts; idempotent',
    params: z.object({ id: idInUrl }),
    body: z.extend(z.object({ modules: z.optional(ids), resources: z.optional(ids) }), {
      isPublished: z.boolean(),
    }),
    answer: doneAnswer,
    refusals: ['COURSE_NOT_FOUND'],
  }),
  removeItems: endpoint({
    call: 'POST /courses/:id/outline/removals',
    bound: 'ends',
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: ofCourse,
    summary:
      'Remove modules and resources; they can be restored for a minute, and are then deleted. Idempotent',
    params: z.object({ id: idInUrl }),
    body: named,
    answer: doneAnswer,
    refusals: ['COURSE_NOT_FOUND'],
  }),
  restoreItems: endpoint({
    call: 'POST /courses/:id/outline/restorations',
    bound: { perDay: 3_000, of: 'course' },
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: ofCourse,
    summary: 'Restore removed modules and resources with all that belongs to them; idempotent',
    params: z.object({ id: idInUrl }),
    body: named,
    answer: doneAnswer,
    refusals: ['COURSE_NOT_FOUND', 'REMOVAL_FINAL', 'COURSE_FULL'],
  }),
  copyContent: endpoint({
    call: 'POST /course-content/:id/copies',
    bound: { perDay: 300, of: 'course' },
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ content: params.id }) },
    summary: 'Copy a module with its resources, as a draft behind it',
    params: z.object({ id: idInUrl }),
    body: z.object({}),
    answer: answerOf(courseContent),
    status: 201,
    refusals: ['CONTENT_NOT_FOUND', 'COURSE_FULL'],
  }),
  copyResource: endpoint({
    call: 'POST /course-resources/:id/copies',
    bound: { perDay: 3_000, of: 'course' },
    openToSuspended: 'Learners use the lessons: faults in them can still be mended.',
    scope: 'courses:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ resource: params.id }) },
    summary: 'Copy a resource, as a draft behind it',
    params: z.object({ id: idInUrl }),
    body: z.object({}),
    answer: answerOf(courseResource),
    status: 201,
    refusals: ['RESOURCE_NOT_FOUND', 'COURSE_FULL'],
  }),
} as const
