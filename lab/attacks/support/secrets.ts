/** Creates private texts of the attacked business with its own calls, and collects those that the demo school has. */
import { randomUUID } from 'node:crypto'
import { newQuestion } from '@apogee/contracts/assessments/quiz-draft.ts'
import { emptyDocument } from '@apogee/contracts/courses/lesson-document.ts'
import { defaultLanguage } from '@apogee/domain/languages.ts'
import type pg from 'pg'
import type { Actor, Client } from './client.ts'
import { makeForeignObjects } from '../foreign-objects.ts'
import { mark } from './mark.ts'
import type { People } from './people.ts'
import type { Target } from './target.ts'

/** Returns all texts that no stranger may receive. */
export async function writeSecrets(target: Target, people: People): Promise<string[]> {
  const { client, pool } = target
  const { admin, instructor, student } = people.victims
  const course = await client.must<{ data: { id: number } }>('POST', '/api/courses', admin, {
    title: `Course ${mark}`,
    description: `Description ${mark}`,
    isPrivate: true,
    price: 9_900,
    category: 'Design',
  })
  await fillCourse(client, { admin, student }, course.data.id)
  await writeBusiness(client, admin, course.data.id)
  await client.must('POST', '/api/courses', instructor, {
    title: `Draft ${mark}`,
    description: 'x',
    draft: true,
  })
  await makeForeignObjects(target, people, course.data.id)
  return [mark, 'ZQ7-PRIVATE-CODE', '77123400998877', ...(await addressesOnlyTheyKnow(pool, people))]
}

/** Creates content that only the learners and managers of the course may read. */
async function fillCourse(
  client: Client,
  { admin, student }: { admin: Actor; student: Actor },
  id: number,
): Promise<void> {
  const module = await client.must<{ data: { id: number } }>('POST', '/api/course-content', admin, {
    courseId: id,
    title: `Module ${mark}`,
    isPublished: true,
  })
  const text = await client.must<{ data: { id: number } }>(
    'POST',
    `/api/course-content/${module.data.id}/texts`,
    admin,
    { title: `Text ${mark}` },
  )
  const quiz = await client.must<{ data: { id: number } }>(
    'POST',
    `/api/course-content/${module.data.id}/quizzes`,
    admin,
    { title: `Quiz ${mark}` },
  )
  await client.must('POST', `/api/course-resources/${quiz.data.id}/bank-questions`, admin, {
    question: { ...newQuestion('true-false', 'q'), question: `Question ${mark}` },
    tags: [`Tag ${mark}`],
  })
  const invite = await client.must<{ data: { url: string } }>('POST', `/api/courses/${id}/invites`, admin, {})
  await client.must('POST', `/api/courses/${id}/enroll`, student, {
    invite: new URL(invite.data.url, 'http://localhost').searchParams.get('invite'),
  })
  await client.must('POST', `/api/courses/${id}/live-sessions`, admin, {
    title: `Session ${mark}`,
    startsAt: new Date(Date.now() + 86_400_000).toISOString(),
    minutes: 60,
    link: `https://meet.apogee.test/${mark}`,
    notes: `Notes ${mark}`,
  })
  await client.must('POST', `/api/courses/${id}/cohorts`, admin, {
    name: `Cohort ${mark}`,
    startsOn: '2030-03-01',
  })
  await client.must('POST', `/api/courses/${id}/announcements`, admin, {
    title: `Announcement ${mark}`,
    body: `Body ${mark}`,
    byMail: false,
    clientKey: randomUUID(),
  })
  await client.must('POST', `/api/courses/${id}/enrolments`, admin, {
    emails: [`${mark}@learner.test`],
  })
  await client.must('PUT', `/api/course-resources/${text.data.id}/text`, admin, { document: emptyDocument })
  await client.must('POST', `/api/courses/${id}/outline/publication`, admin, {
    resources: [text.data.id],
    isPublished: true,
  })
  await client.must('PUT', `/api/courses/${id}/notes/${randomUUID()}`, student, {
    resourceId: text.data.id,
    text: `Note ${mark}`,
  })
}

/** Creates content that only the people of the business may read. */
async function writeBusiness(client: Client, admin: Actor, courseId: number): Promise<void> {
  await client.must('POST', '/api/coupons', admin, { code: 'ZQ7-PRIVATE-CODE', percentBasisPoints: 1_000 })
  await client.must('POST', '/api/invoices', admin, {
    companyName: `Company ${mark}`,
    contactName: `Contact ${mark}`,
    contactEmail: `${mark}@company.test`,
    registrationNumber: '',
    taxNumber: '',
    address: `Address ${mark}`,
    purchaseOrder: '',
    language: defaultLanguage,
    dueOn: '2030-01-31',
    lines: [{ courseId, seats: 3, unitPrice: 5_000 }],
  })
  await client.must('POST', '/api/webhooks', admin, {
    url: `https://hooks.apogee.test/${mark}`,
    events: ['order.paid'],
  })
  await client.must('POST', '/api/api-tokens', admin, { name: `Token ${mark}`, scopes: ['orders:read'] })
  await client.must('POST', '/api/invitations', admin, { email: `${mark}@team.test`, role: 'instructor' })
  await client.must('PUT', '/api/payout-bank', admin, {
    bank: 'Maybank',
    otherBankName: '',
    accountNumber: '77123400998877',
    accountHolder: `Holder ${mark}`,
  })
  await client.must('PUT', '/api/chip', admin, { chipSecret: `chip-${mark}`, chipBrandId: randomUUID() })
}

/**
 * Returns e-mail addresses of the victims and of their invoices. A learner of several sellers is left out, because all of these
 * sellers know the address.
 */
async function addressesOnlyTheyKnow(pool: pg.Pool, { victims, strangers }: People): Promise<string[]> {
  const { rows } = await pool.query<{ email: string }>(
    `SELECT email::text AS email FROM users WHERE id = ANY($1) AND NOT id = ANY($2)
        AND id NOT IN (SELECT e.user_id FROM enrolments e JOIN courses c ON c.id = e.course_id WHERE c.seller_id <> $3)
     UNION SELECT contact_email::text FROM invoices WHERE seller_id = $3`,
    [victims.ids, strangers.ids, victims.seller],
  )
  return rows.map(({ email }) => email)
}
