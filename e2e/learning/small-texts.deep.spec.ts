/** Tests formatted texts outside lessons: written by keyboard in the small editor, and read. */
import type { APIRequestContext } from '@playwright/test'
import { seriousFaults } from '../support/accessibility-faults.ts'
import { expect, open, test } from '../support/journey.ts'
import { pressEnterOn, tabTo, typeInto } from '../support/keys.ts'
import { as, demoPerson, newLearner, signInAs } from '../support/people.ts'
import { enrol } from '../support/school.ts'
import { sidewaysPixels } from '../support/screen-faults.ts'

async function newCourse(request: APIRequestContext, description = 'A course to read'): Promise<number> {
  const created = await request.post('/api/courses', {
    ...as(await demoPerson(request, 'instructor')),
    data: { title: 'Orbits in small texts', description, price: 0 },
  })
  const { data } = (await created.json()) as { data: { id: number } }
  return data.id
}

/** Hides the course from the store, because other journeys rely on the store's first page. Enrolled people keep their access. */
async function hideFromStore(request: APIRequestContext, courseId: number): Promise<void> {
  const hidden = await request.put(`/api/courses/${courseId}`, {
    ...as(await demoPerson(request, 'instructor')),
    data: { isPrivate: true },
  })
  expect(hidden.ok(), await hidden.text()).toBe(true)
}

test('an announcement is written with a heading, a list and a link by keyboard, corrected, and read by a learner on a phone', async ({
  page,
  request,
  anotherBrowser,
}) => {
  const courseId = await newCourse(request)
  await signInAs(page, await demoPerson(request, 'instructor'))
  await open(page, `/course/${courseId}?tab=announcements`)
  await pressEnterOn(page, page.getByRole('button', { name: 'New Announcement' }))
  const dialog = page.getByRole('dialog', { name: 'New Announcement' })
  await typeInto(page, dialog.getByRole('textbox', { name: 'Title' }), 'Live session')
  const text = dialog.getByRole('textbox', { name: 'Text' })
  await tabTo(page, text)
  await expect(text).toHaveAttribute('contenteditable', 'true')
  await expect(text).toBeFocused()
  await page.keyboard.type('## On Friday\nBring **one** question about *orbits*, and \n- paper\na pen\n\n')
  await expect(text.getByRole('heading', { name: 'On Friday', level: 4 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(dialog.getByRole('textbox', { name: 'Address of the link' })).toBeFocused()
  await page.keyboard.type('example.org/form')
  await page.keyboard.press('Enter')
  await expect(text.getByRole('link', { name: 'example.org/form' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await pressEnterOn(page, dialog.getByRole('button', { name: 'Send Announcement' }))
  const article = page.getByRole('article')
  await expect(article.getByRole('listitem')).toHaveText(['paper', 'a pen'])

  await article.getByRole('button', { name: 'Edit Live session' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit announcement' })
  const again = edit.getByRole('textbox', { name: 'Text' })
  await again.click()
  await expect(again).toHaveAttribute('contenteditable', 'true')
  await again.getByRole('heading', { name: 'On Friday' }).click()
  await page.keyboard.press('Home')
  await page.keyboard.type('This ')
  await expect(again.getByRole('heading', { name: 'This On Friday' })).toBeVisible()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(article.getByRole('heading', { name: 'This On Friday', level: 4 })).toBeVisible()

  const learner = await newLearner(request)
  await enrol(request, learner, courseId)
  const phone = await anotherBrowser()
  await phone.setViewportSize({ width: 390, height: 844 })
  await signInAs(phone, learner)
  await open(phone, `/course/${courseId}?tab=announcements`)
  const read = phone.getByRole('article')
  await expect(read.getByRole('listitem')).toHaveText(['paper', 'a pen'])
  await expect(read.locator('strong')).toHaveText('one')
  await expect(read.locator('em')).toHaveText('orbits')
  await expect(read.getByRole('link', { name: 'example.org/form' })).toHaveAttribute(
    'href',
    'https://example.org/form',
  )
  expect(await sidewaysPixels(phone)).toBe(0)
  await hideFromStore(request, courseId)
})

test('a description gets a list and bold words in the details of a course, and visitors read them', async ({
  page,
  request,
}) => {
  const courseId = await newCourse(request, 'Why nothing falls.')
  await signInAs(page, await demoPerson(request, 'instructor'))
  await open(page, `/course/${courseId}/manage?part=settings`)
  await page.getByRole('button', { name: 'Edit details' }).click()
  const dialog = page.getByRole('dialog')
  const text = dialog.getByRole('textbox', { name: 'Description' })
  await text.click()
  await expect(text).toHaveAttribute('contenteditable', 'true')
  await text.getByText('Why nothing falls.').click()
  await page.keyboard.press('End')
  await page.keyboard.type('\nWith **three** parts:\n- moons\ntides\n')
  await expect(text.getByRole('listitem')).toHaveText(['moons', 'tides', ''])
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await expect(dialog).toBeHidden()

  await open(page, `/sp/${courseId}/`)
  const about = page.getByRole('tabpanel', { name: 'About' })
  await expect(about.getByRole('listitem')).toHaveText(['moons', 'tides'])
  await expect(about.locator('strong')).toHaveText('three')
  await expect(page.locator('.sales-lead')).toHaveText('Why nothing falls.')
  await expect(page.locator('meta[name="description"]')).toHaveAttribute(
    'content',
    'Why nothing falls. With three parts: moons, tides',
  )
})

test('a question with code is asked by keyboard, and its answer has a list and a name, is edited, and is read on a phone', async ({
  page,
  request,
  anotherBrowser,
}) => {
  const courseId = await newCourse(request)
  const asking = await newLearner(request, 'Farah Aziz')
  const answering = await newLearner(request, 'Ravi Kumar')
  for (const person of [asking, answering]) await enrol(request, person, courseId)
  await hideFromStore(request, courseId)
  const question = `Which branch is it, ${asking.id}?`

  await signInAs(page, asking)
  await open(page, `/course/${courseId}?tab=discussion`)
  await pressEnterOn(page, page.getByRole('button', { name: 'New Discussion' }))
  const dialog = page.getByRole('dialog', { name: 'New Discussion' })
  await typeInto(page, dialog.getByRole('textbox', { name: 'Title' }), question)
  const topic = dialog.getByRole('textbox', { name: 'Your question or topic' })
  await tabTo(page, topic)
  await expect(topic).toHaveAttribute('contenteditable', 'true')
  await page.keyboard.type('I see **two** of them:\n```\ngit branch -a')
  await expect(topic.locator('pre')).toHaveText('git branch -a')
  expect(await seriousFaults(page)).toEqual([])
  await pressEnterOn(page, dialog.getByRole('button', { name: 'Start Discussion' }))
  await expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible()
  const opening = page.getByRole('article').filter({ hasText: 'I see two of them:' })
  await expect(opening.locator('strong')).toHaveText('two')
  await expect(opening.locator('pre')).toHaveText('git branch -a')
  const address = page.url()

  const other = await anotherBrowser()
  await signInAs(other, answering)
  await open(other, `/course/${courseId}?tab=discussion`)
  const row = other.getByRole('listitem').filter({ hasText: question })
  await expect(row.getByRole('paragraph').first()).toHaveText('I see two of them: git branch -a')
  await row.getByRole('link', { name: question }).click()
  const reply = other.getByLabel('Your reply')
  await reply.click()
  await expect(reply).toHaveAttribute('contenteditable', 'true')
  await other.keyboard.type('Try this, @far')
  const people = other.getByRole('listbox', { name: 'People to mention' })
  await expect(people.getByRole('option')).toHaveText('Farah Aziz')
  await expect(reply).toHaveAttribute('aria-activedescendant', /./)
  expect(await seriousFaults(other)).toEqual([])
  await other.keyboard.press('Enter')
  await expect(people).toBeHidden()
  await expect(reply).toHaveText('Try this, @Farah Aziz ')
  await other.keyboard.type('first:\n- fetch\nlook *again*\n')
  await expect(reply.getByRole('listitem')).toHaveText(['fetch', 'look again', ''])
  await other.getByRole('button', { name: 'Post reply' }).click()
  const posted = other.getByRole('article').filter({ hasText: 'Ravi Kumar' })
  await expect(posted.getByRole('listitem')).toHaveText(['fetch', 'look again'])
  await expect(posted.locator('.plain-text-mention')).toHaveText('@Farah Aziz')
  await expect(reply).toHaveText('')

  await posted.getByRole('button', { name: 'Actions for the reply by Ravi Kumar' }).click()
  await other.getByRole('menuitem', { name: 'Edit' }).click()
  const edited = other.getByLabel('Edit your reply')
  await edited.click()
  await expect(edited).toHaveAttribute('contenteditable', 'true')
  await edited.getByText('look again').click()
  await other.keyboard.press('End')
  await other.keyboard.type(' twice')
  await expect(edited.getByRole('listitem')).toHaveText(['fetch', 'look again twice'])
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(posted.getByRole('listitem')).toHaveText(['fetch', 'look again twice'])

  const phone = await anotherBrowser()
  await phone.setViewportSize({ width: 390, height: 844 })
  await signInAs(phone, asking)
  await open(phone, new URL(address).pathname)
  const read = phone.getByRole('article').filter({ hasText: 'Ravi Kumar' })
  await expect(read.locator('.plain-text-mention')).toHaveText('@Farah Aziz')
  await expect(read.locator('em')).toHaveText('again twice')
  expect(await sidewaysPixels(phone)).toBe(0)
})

test('a reply that a program fills in is shown letter for letter, before and after the editor has come', async ({
  page,
  request,
}) => {
  const learner = await newLearner(request)
  const started = await request.post('/api/community/discussions', {
    ...as(learner),
    data: { title: 'Signs', body: 'Which *signs* stay?' },
  })
  const { data } = (await started.json()) as { data: { id: number } }
  await signInAs(page, learner)
  await open(page, `/community/discussions/${data.id}`)
  const field = page.getByLabel('Your reply')
  const texts = page.getByRole('article').locator('.plain-text')
  const signs = 'These: *a*, _b_, `c\n# d\n- e, 2 * 3'
  for (const words of [`First\n${signs}`, `Second\n${signs}`]) {
    await field.fill(words)
    await page.getByRole('button', { name: 'Post reply' }).click()
    // `innerText` includes the line break, which `toHaveText` would ignore.
    await expect.poll(() => texts.last().innerText()).toBe(words)
    await field.click()
    await expect(field).toHaveAttribute('contenteditable', 'true')
  }
})
