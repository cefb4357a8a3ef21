/** Tests ended access: a learner sees it, buys the course again and continues. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, open, test } from '../support/journey.ts'
import { as, demoPerson, newLearner, postAs, signInAs } from '../support/people.ts'
import { expectPaymentPage, payByCard } from '../support/payment-page.ts'

const root = join(import.meta.dirname, '../..')

/** Sets the end of the learner's access to a minute ago. */
async function letAccessEnd(userId: number): Promise<void> {
  const statement = `UPDATE enrolments SET access_ends_at = now() - interval '1 minute' WHERE user_id = ${userId}`
  const code = `
    import { sql } from 'kysely'
    import { withDatabase } from './scripts/open-database.ts'
    await withDatabase(({ kysely }) => sql.raw(${JSON.stringify(statement)}).execute(kysely))`
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: root,
    env: { ...process.env, DATA_DIR: process.env['JOURNEY_DATA_DIR'] },
  })
}

test('a learner whose access has ended sees it, buys the course again, and studies on', async ({
  page,
  request,
}) => {
  const instructor = await demoPerson(request, 'instructor')
  const title = `Orbits ${randomUUID().slice(0, 8)}`
  const post = postAs(request, instructor)
  const course = await post('/courses', { title, description: 'How things fall around things', price: 4900 })
  const module = await post('/course-content', { courseId: course.id, title: 'Falling' })
  const lesson = await post(`/course-content/${module.id}/texts`, { title: 'Why the Moon stays up' })
  for (const [path, data] of [
    [`/courses/${course.id}`, { access: { months: 12 } }],
    [`/course-content/${module.id}`, { isPublished: true }],
    [`/course-resources/${lesson.id}`, { isPublished: true }],
  ] as const)
    expect((await request.put(`/api${path}`, { ...as(instructor), data })).ok()).toBe(true)

  const learner = await newLearner(request, 'Farah Aziz')
  await signInAs(page, learner)
  const buy = async () => {
    const offer = page.getByRole('complementary', { name: 'Purchase' })
    await expect(offer.getByText('Access for 12 months.')).toBeVisible()
    await offer.getByRole('button', { name: 'Buy Now' }).click()
    await expectPaymentPage(page, 'RM 49.00')
    await payByCard(page)
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  }
  await open(page, `/sp/${course.id}/`)
  await buy()
  await open(page, `/course/${course.id}`)
  await expect(page.getByText('Access ends', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start' })).toBeVisible()

  await letAccessEnd(learner.id)
  await open(page, '/learning')
  await expect(page.getByText(/^Your access ended on/)).toBeVisible()
  await open(page, `/course/${course.id}`)
  await expect(page.getByText('Your notes, progress and certificate stay.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start' })).toHaveCount(0)
  await page.getByRole('link', { name: /^Buy again/ }).click()
  await expect(page.getByText(/^Your access ended on/)).toBeVisible()
  await buy()
  await open(page, `/course/${course.id}`)
  await page.getByRole('link', { name: 'Start' }).click()
  await expect(page.getByRole('heading', { name: 'Why the Moon stays up' })).toBeVisible()
})
