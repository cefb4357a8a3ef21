import { expect, open, test } from './journey.ts'
import { as, signInAs, newLearner } from './people.ts'
import { courseNamed, courses } from './school.ts'

test("a learner asks in a course's Discussion, another answers, and the first reads it", async ({
  page,
  request,
  anotherBrowser,
}) => {
  const { id } = await courseNamed(request, courses.git)
  const [asking, answering] = [
    await newLearner(request, 'Farah Aziz'),
    await newLearner(request, 'Ravi Kumar'),
  ]
  for (const person of [asking, answering]) {
    const enrolled = await request.post(`/api/courses/${id}/enroll`, { data: {}, ...as(person) })
    expect(enrolled.ok(), await enrolled.text()).toBe(true)
  }
  const question = `Can I rename a branch, ${asking.id}?`

  await signInAs(page, asking)
  await open(page, `/course/${id}`)
  await page.getByRole('tab', { name: 'Discussion' }).click()
  await page.getByRole('button', { name: 'New Discussion' }).click()
  await page.getByLabel('Title').fill(question)
  await page.getByLabel('Your question or topic').fill('It is called "tset".\nNobody else has it yet.')
  await page.getByRole('button', { name: 'Start Discussion' }).click()
  await expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible()

  const other = await anotherBrowser()
  await signInAs(other, answering)
  await open(other, `/course/${id}?tab=discussion`)
  await other.getByRole('link', { name: question }).click()
  await other.getByLabel('Your reply').fill('git branch -m test. See https://git-scm.com/docs/git-branch')
  await other.getByRole('button', { name: 'Post Reply' }).click()
  await expect(other.getByRole('article').getByText('Ravi Kumar')).toBeVisible()
  await expect(other.getByLabel('Your reply')).toHaveValue('')
  // Without a reload: the open discussion is read again.
  await expect(page.getByRole('article').filter({ hasText: 'Ravi Kumar' })).toBeVisible({ timeout: 30_000 })

  await open(page, '/community')
  await page.getByRole('searchbox').fill(question)
  // The newest discussion is there before the search has been answered; a press in between goes astray.
  await expect(page.getByRole('heading', { name: 'No study groups found' })).toBeVisible()
  const found = page.getByRole('region', { name: 'Discussions' }).getByRole('listitem')
  await expect(found).toHaveCount(1)
  await expect(found).toContainText('1 reply')
  await page.getByRole('link', { name: question }).click()
  const reply = page.getByRole('article').filter({ hasText: 'Ravi Kumar' })
  await expect(reply).toContainText('git branch -m test.')
  await expect(reply.getByRole('link')).toHaveAttribute('href', 'https://git-scm.com/docs/git-branch')
  await expect(page.getByRole('main')).not.toContainText(answering.email)
})

test('a study group is created, joined by another person, and passed on to them', async ({
  page,
  request,
  anotherBrowser,
}) => {
  const owner = await newLearner(request, 'Siti Mariam')
  const name = `Night readers ${owner.id}`
  await signInAs(page, owner)
  await open(page, '/community')
  await page.getByRole('button', { name: 'Create Group' }).first().click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Description').fill('We read one chapter a night.')
  await page.getByRole('dialog').getByRole('button', { name: 'Create Group' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  const other = await anotherBrowser()
  await signInAs(other, await newLearner(request, 'Gan Wei Lun'))
  await open(other, `/community?search=${encodeURIComponent(name)}`)
  await other.getByRole('button', { name: `Join ${name}` }).click()
  await expect(other.getByText('2 members')).toBeVisible()

  await page.getByRole('button', { name: 'Leave Group' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave Group' }).click()
  await expect(page.getByRole('button', { name: 'Join Group' })).toBeVisible()
  await other.getByRole('link', { name }).click()
  await expect(other.getByRole('button', { name: 'Group settings' })).toBeVisible()
})
