/** Tests a tagged link from the seller who creates it to the figure of its results. */
import { randomUUID } from 'node:crypto'
import { expect, open, test } from '../support/journey.ts'
import { as, demoPerson, newLearner, signInAs } from '../support/people.ts'

test('a visitor by a tagged link enrolls, and the teacher sees the visit and the enrolment by its name', async ({
  page,
  request,
  anotherBrowser,
}) => {
  const instructor = await demoPerson(request, 'instructor')
  const title = `Tides ${randomUUID().slice(0, 8)}`
  const made = await request.post('/api/courses', {
    ...as(instructor),
    data: { title, description: 'Read the water', price: 0 },
  })
  const { data: course } = (await made.json()) as { data: { id: number } }

  await signInAs(page, instructor)
  await open(page, `/course/${course.id}/figures`)
  const sources = page.getByRole('region', { name: 'Where buyers come from' })
  await expect(sources.getByText('No visitors counted in these days')).toBeVisible()
  await sources.getByRole('textbox', { name: 'Source name' }).fill('flyer')
  const address = await sources.getByRole('textbox', { name: 'Tagged link' }).inputValue()
  expect(new URL(address).search).toBe('?utm_source=flyer')

  const visitor = await anotherBrowser()
  await signInAs(visitor, await newLearner(request))
  // The browser of these tests identifies as a headless program, which is not counted.
  const agent = await visitor.evaluate(() => navigator.userAgent.replace('Headless', ''))
  await visitor.setExtraHTTPHeaders({ 'user-agent': agent })
  const counted = visitor.waitForRequest((sent) => sent.url().endsWith('/api/visits'))
  await open(visitor, `${new URL(address).pathname}${new URL(address).search}`)
  expect((await counted).headers()).not.toHaveProperty('authorization')
  await visitor.getByRole('button', { name: 'Enroll Now (Free)' }).first().click()
  await visitor.waitForURL(`**/course/${course.id}`)

  await expect(async () => {
    await open(page, `/course/${course.id}/figures`)
    const row = sources.getByRole('row', { name: /^flyer/ })
    await expect(row).toHaveText(/^flyer.*1.*0.*0.*0.*1.*100\.0 %/, { timeout: 3_000 })
  }).toPass()
})
