/** Texts with a form outside of lessons: written by keyboard in the small editor, and read. */
import type { APIRequestContext } from '@playwright/test'
import { seriousFaults } from './accessibility-faults.ts'
import { expect, open, test } from './journey.ts'
import { pressEnterOn, tabTo, typeInto } from './keys.ts'
import { as, demoPerson, newLearner, signInAs } from './people.ts'
import { enrol } from './school.ts'
import { sidewaysPixels } from './screen-faults.ts'

async function newCourse(request: APIRequestContext, description = 'A course to read'): Promise<number> {
  const created = await request.post('/api/courses', {
    ...as(await demoPerson(request, 'instructor')),
    data: { title: 'Orbits in small texts', description, price: 0 },
  })
  const { data } = (await created.json()) as { data: { id: number } }
  return data.id
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
})

test('a description gets a list and bold words in the details of a course, and visitors read them', async ({
  page,
  request,
}) => {
  const courseId = await newCourse(request, 'Why nothing falls.')
  await signInAs(page, await demoPerson(request, 'instructor'))
  await open(page, `/course/${courseId}/manage`)
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
    'Why nothing falls. With three parts: - moons - tides',
  )
})
