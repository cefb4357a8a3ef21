/** Two people edit the same module: the second one is asked, and no text is lost. */
import { expect, open, test } from './journey.ts'
import { as, signInAs, demoPerson } from './people.ts'

test.use({ expectedComplaints: /409 \(Conflict\)/ })

test("a colleague's change is shown beside one's own, and the chosen text is saved", async ({
  page,
  request,
  anotherBrowser,
}) => {
  const admin = await demoPerson(request, 'admin')
  const instructor = await demoPerson(request, 'instructor')
  const created = await request.post('/api/courses', {
    ...as(instructor),
    data: { title: 'Edited by two', description: 'A course of two people', price: 0 },
  })
  const { data: course } = (await created.json()) as { data: { id: number } }
  await request.post('/api/course-content', {
    ...as(instructor),
    data: { courseId: course.id, title: 'Orbits' },
  })
  const colleague = await anotherBrowser()
  const people = [
    { at: page, who: admin },
    { at: colleague, who: instructor },
  ]
  for (const { at, who } of people) {
    await signInAs(at, who)
    await open(at, `/course/${course.id}/manage`)
    await at.getByRole('button', { name: /^Orbits/ }).click()
    await at.getByRole('button', { name: 'Edit Orbits' }).click()
  }
  const form = (at: typeof page) => at.getByRole('dialog', { name: 'Edit Module' })
  const write = async (at: typeof page, words: string) => {
    await form(at)
      .getByLabel(/Description/)
      .fill(words)
    await form(at).getByRole('button', { name: 'Save', exact: true }).click()
  }
  await write(colleague, 'Where orbits begin')
  await expect(form(colleague)).toBeHidden()
  await write(page, 'What bends an orbit')
  const asked = page.getByRole('alertdialog', { name: 'Changed while you were editing' })
  await expect(asked.getByText('Where orbits begin')).toBeVisible()
  await expect(asked.getByText('What bends an orbit')).toBeVisible()
  await asked.getByRole('radio', { name: 'Yours, not saved yet' }).check()
  await asked.getByRole('button', { name: 'Save this choice' }).click()
  await expect(asked).toBeHidden()
  await expect(form(page)).toBeHidden()
  await expect(page.getByText('What bends an orbit')).toBeVisible()
})
