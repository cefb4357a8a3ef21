import * as z from 'zod/mini'
import { versionRead, versionSent } from '../edits.ts'
import { answerOf, endpoint, idInUrl } from '../endpoint.ts'
import { salesContentForm } from './sales-content.forms.ts'

/** The form has already validated these texts, so the schema of the answer does not check them again. */
const salesContent = z.object({
  subtitle: z.string(),
  outcomes: z.array(z.string()),
  requirements: z.array(z.string()),
  audience: z.array(z.string()),
  faq: z.array(z.object({ question: z.string(), answer: z.string() })),
  planLines: z.array(z.string()),
})
export const salesContentShape = salesContent.shape

export const salesContentEndpoints = {
  readSalesContent: endpoint({
    call: 'GET /courses/:id/sales-content',
    scope: 'courses:read',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ course: params.id }) },
    summary: 'What the seller wrote for a course’s sales page',
    params: z.object({ id: idInUrl }),
    answer: answerOf(z.extend(salesContent, { version: versionRead })),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  updateSalesContent: endpoint({
    call: 'PUT /courses/:id/sales-content',
    bound: 'ownRow',
    scope: 'courses:write',
    access: { kind: 'course', capability: 'course.edit', course: ({ params }) => ({ course: params.id }) },
    summary: 'Change what the seller wrote for a course’s sales page; an absent field stays as it is',
    params: z.object({ id: idInUrl }),
    body: z.extend(z.partial(salesContentForm), { version: versionSent }),
    answer: answerOf(z.extend(salesContent, { version: versionRead })),
    refusals: ['COURSE_NOT_FOUND', 'EDIT_CONFLICT'],
  }),
} as const
