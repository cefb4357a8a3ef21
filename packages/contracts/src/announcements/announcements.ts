/** The people of a course send announcements to its learners (docs/decisions/announcements.md). */
import * as z from 'zod/mini'
import { anyone, signedIn } from '../access.ts'
import { versionRead, versionSent } from '../edits.ts'
import { answerOf, doneAnswer, endpoint, idInUrl, instant, listAnswer, pageQuery } from '../endpoint.ts'
import { audience, audienceChoice } from '../enrolments/audiences.ts'
import { announcementForm } from './announcements.forms.ts'
import { token, uuidText } from '../texts.ts'

export const announcement = z.object({
  id: z.int(),
  title: z.string(),
  /** The body is a small text (docs/decisions/texts.md). */
  body: z.string(),
  /** Null means an erased account or a person without a name. */
  authorName: z.nullable(z.string()),
  createdAt: instant,
  editedAt: z.nullable(instant),
  version: versionRead,
  /** Without an audience, the announcement is for everyone with access to the course. */
  audience: z.optional(audience),
  /** Says how the announcement reached people. It is null for callers who do not manage the course. */
  delivery: z.nullable(
    z.object({
      isMailed: z.boolean(),
      /** Counts the learners who got a notification of the announcement. */
      toldCount: z.int(),
      isDone: z.boolean(),
    }),
  ),
})
export type Announcement = z.infer<typeof announcement>

const ofCourse = {
  kind: 'course',
  capability: 'course.study',
  course: ({ params }: { params: { id: number } }) => ({ course: params.id }),
} as const
const toWrite = { ...ofCourse, capability: 'course.edit' } as const
const inUrl = z.object({ id: idInUrl, announcementId: idInUrl })
const mails = z.object({ wanted: z.boolean() })
const stopToken = z.object({ token: token(100) })

export const announcementsEndpoints = {
  listAnnouncements: endpoint({
    call: 'GET /courses/:id/announcements',
    access: ofCourse,
    summary:
      'The announcements of a course, newest first, for who may study it; a learner reads those to everybody and to their cohort, or to learners without one',
    params: z.object({ id: idInUrl }),
    query: z.object(pageQuery),
    answer: listAnswer(announcement),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  writeAnnouncement: endpoint({
    call: 'POST /courses/:id/announcements',
    bound: 'counted',
    access: toWrite,
    summary:
      'Announce something to everybody with access to the course or to a part of them: on the site, and by mail if asked for',
    params: z.object({ id: idInUrl }),
    body: z.extend(announcementForm, {
      /** True also sends the announcement by mail. Otherwise it appears on the site only. */
      byMail: z.optional(z.boolean()),
      /** Without an audience, the announcement is for everyone. A correction does not change the audience. */
      audience: z.optional(audienceChoice),
      clientKey: z.optional(uuidText),
    }),
    answer: answerOf(announcement),
    status: 201,
    refusals: ['SELLER_SUSPENDED', 'COURSE_NOT_FOUND', 'COHORT_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
  updateAnnouncement: endpoint({
    call: 'PUT /courses/:id/announcements/:announcementId',
    bound: 'changes',
    access: toWrite,
    summary: 'Correct an announcement; nobody is told again. An absent field stays as it is',
    params: inUrl,
    body: z.extend(z.partial(announcementForm), { version: versionSent }),
    answer: answerOf(announcement),
    refusals: ['COURSE_NOT_FOUND', 'ANNOUNCEMENT_NOT_FOUND', 'EDIT_CONFLICT'],
  }),
  removeAnnouncement: endpoint({
    call: 'DELETE /courses/:id/announcements/:announcementId',
    bound: 'ends',
    openToSuspended: 'It takes a right away and tells nobody.',
    access: toWrite,
    summary: 'Remove an announcement; whoever has not been told of it yet is not told any more',
    params: inUrl,
    answer: doneAnswer,
    refusals: ['COURSE_NOT_FOUND'],
  }),
  readAnnouncementMails: endpoint({
    call: 'GET /announcement-mails',
    access: signedIn,
    summary: 'Whether the caller gets mails about announcements of courses',
    answer: answerOf(mails),
  }),
  updateAnnouncementMails: endpoint({
    call: 'PUT /announcement-mails',
    lastWins: 'one person’s own switch; the newest is the answer',
    bound: 'ownRow',
    access: signedIn,
    summary: 'Choose whether to get mails about announcements of courses',
    body: mails,
    answer: answerOf(mails),
  }),
  stopAnnouncementMails: endpoint({
    call: 'POST /announcement-mail-stops/:token',
    bound: 'token',
    // The signature in the mailed address authorises the call. A mail program sends the form of RFC 8058.
    access: anyone,
    accepts: 'raw',
    summary: 'End the mails about announcements, for whoever holds the link of one',
    params: stopToken,
    answer: doneAnswer,
    refusals: ['NOT_FOUND'],
  }),
  resumeAnnouncementMails: endpoint({
    call: 'DELETE /announcement-mail-stops/:token',
    bound: 'token',
    // The signature in the mailed address authorises the call.
    access: anyone,
    summary: 'Send the mails about announcements again, for whoever holds the link of one',
    params: stopToken,
    answer: doneAnswer,
    refusals: ['NOT_FOUND'],
  }),
} as const
