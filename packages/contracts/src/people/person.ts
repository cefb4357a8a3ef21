/** Shows one person to those who teach them or sell to them. Every part contains only what concerns the caller's courses and sales. */
import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { role } from '../accounts/accounts.ts'
import { answerOf, cents, doneAnswer, endpoint, idInUrl, instant, pageQuery } from '../endpoint.ts'
import { formedText, keyText } from '../texts.ts'
import { personEventKinds } from './person-events.ts'
import { personNoteForm } from './person.forms.ts'

const personCourse = z.object({
  courseId: z.int(),
  courseTitle: z.string(),
  state: z.enum(['open', 'ended', 'removed']),
  since: instant,
  lastSeenAt: z.nullable(instant),
  /** Null means access without end. */
  accessEndsAt: z.nullable(instant),
  completedLessons: z.int(),
  totalLessons: z.int(),
  /** The items of each module, whether or not the percentage counts them. */
  modules: z.array(z.object({ done: z.int(), total: z.int() })),
  /** True means that the access was paid for, so that it ends with a refund or with the seat. */
  isPaid: z.boolean(),
})

const personOrder = z.object({
  id: z.string(),
  at: instant,
  courseTitles: z.array(z.string()),
  /** The amounts concern the caller's lines of the order only. */
  price: cents,
  /** Holds the returned part of the price, chargebacks included. */
  returned: cents,
  isChargedBack: z.boolean(),
})

/** Describes a seat of an invoice that the person has taken. */
const personSeat = z.object({
  courseId: z.int(),
  courseTitle: z.string(),
  /** Null means that the caller sees no money. */
  invoice: z.nullable(
    z.object({
      id: z.string(),
      number: z.string(),
      company: z.string(),
    }),
  ),
})

const personCertificate = z.object({
  id: z.string(),
  courseTitle: z.string(),
  issuedAt: instant,
  state: z.enum(['valid', 'revoked', 'withdrawn']),
})

export const personNote = z.object({
  id: z.int(),
  text: z.string(),
  /** Null means that the author's account was erased. */
  author: z.nullable(z.string()),
  /** Superadmins read the notes of all sellers. The field is null for other callers. */
  seller: z.nullable(z.string()),
  createdAt: instant,
  mayDelete: z.boolean(),
})
export type PersonNote = z.infer<typeof personNote>

export const personDetail = z.object({
  id: z.int(),
  name: z.nullable(z.string()),
  email: z.string(),
  avatar: z.nullable(z.string()),
  role,
  /** Holds the business of a team member whom the caller administers. */
  businessName: z.nullable(z.string()),
  joinedAt: instant,
  /** The newest are first, at most 100. */
  courses: z.array(personCourse),
  /** Null means that the caller sees no money. */
  money: z.nullable(
    z.object({
      /** Sums what the person paid in orders, with SST. */
      spent: cents,
      refunded: cents,
      chargedBack: cents,
      /** The newest are first, at most 50. */
      orders: z.array(personOrder),
    }),
  ),
  seats: z.array(personSeat),
  certificates: z.array(personCertificate),
  /** The newest are first, at most 100. */
  notes: z.array(personNote),
})
export type PersonDetail = z.infer<typeof personDetail>

export const personEvent = z.object({
  /** Identifies the event within the time line. */
  key: z.string(),
  kind: z.enum(personEventKinds),
  at: instant,
  /** Null means that the event concerns no course, or several. */
  courseId: z.nullable(z.int()),
  /** Null means that the person opened the account. */
  courseTitle: z.nullable(z.string()),
  /** Holds the title of a lesson, a quiz or a discussion, or the text of a message. */
  text: z.nullable(z.string()),
  /** Holds the number of the attempt or discussion that the event opens. */
  subjectId: z.nullable(z.int()),
  /** Null means that the caller may not open the order. */
  orderId: z.nullable(z.string()),
  amount: z.nullable(cents),
  /** True means that the buyer's bank took the money back. */
  isChargeback: z.boolean(),
  /** Holds the name of the person who wrote a message. */
  by: z.nullable(z.string()),
})
export type PersonEvent = z.infer<typeof personEvent>

const access = byRole('people.listLearners')
const params = z.object({ id: idInUrl })

export const personEndpoints = {
  readPerson: endpoint({
    call: 'GET /studio/people/:id',
    access,
    summary:
      'One person as the caller’s courses and sales know them: courses, orders, seats, certificates, notes',
    params,
    answer: answerOf(personDetail),
    refusals: ['USER_NOT_FOUND'],
  }),
  listPersonEvents: endpoint({
    call: 'GET /studio/people/:id/events',
    access,
    summary: 'What the person did in the caller’s courses, newest first',
    params,
    query: z.object({
      limit: pageQuery.limit,
      kind: z.optional(z.enum(personEventKinds)),
      cursor: z.optional(formedText(40, /^\d{1,17}\.\d\.\d{1,15}$/, 'must be the nextCursor of a page')),
    }),
    answer: z.object({
      success: z.literal(true),
      data: z.array(personEvent),
      meta: z.object({ nextCursor: z.nullable(z.string()) }),
    }),
    refusals: ['USER_NOT_FOUND'],
  }),
  addPersonNote: endpoint({
    call: 'POST /studio/people/:id/notes',
    bound: { perDay: 300, of: 'person' },
    access,
    summary: 'Write a note about a person for the own team. The same key adds one note only',
    params,
    body: z.object({ ...personNoteForm.shape, key: keyText }),
    answer: answerOf(personNote),
    status: 201,
    refusals: ['USER_NOT_FOUND', 'SELLER_SUSPENDED'],
  }),
  deletePersonNote: endpoint({
    call: 'DELETE /studio/people/:id/notes/:noteId',
    bound: 'ends',
    openToSuspended: 'It removes words of the own team and tells nobody.',
    access,
    summary: 'Delete a note about a person: one’s own, or as the seller or its admin any note of the team',
    params: z.object({ id: idInUrl, noteId: idInUrl }),
    answer: doneAnswer,
    refusals: ['USER_NOT_FOUND', 'NOTE_NOT_FOUND'],
  }),
} as const
