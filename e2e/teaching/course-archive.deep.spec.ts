/** Tests exporting a whole course from the studio and importing it again. */
import { readFile } from 'node:fs/promises'
import { expect, open, test } from '../support/journey.ts'
import { as, demoPerson, signInAs } from '../support/people.ts'
import { courseNamed, courses, openImport } from '../support/school.ts'

test('a teacher exports a course, imports it, and opens a lesson of the new draft', async ({
  page,
  request,
}) => {
  const { id } = await courseNamed(request, courses.accessible)
  await signInAs(page, await demoPerson(request, 'admin'))
  await open(page, `/course/${id}/manage`)
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  await page.getByRole('button', { name: `More actions, ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Export course' }).click()
  const begun = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download file' }).click()
  const download = await begun
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
  const buffer = await readFile(await download.path())

  await openImport(page)
  const archive = { name: download.suggestedFilename(), mimeType: 'application/zip', buffer }
  await page.getByLabel('Zip archive').setInputFiles(archive)
  await expect(page.getByRole('heading', { name: `Ready to import: ${title}` })).toBeVisible({
    timeout: 30_000,
  })
  await page.getByRole('button', { name: 'Create course' }).click()
  await expect(page.getByRole('heading', { name: `${title} is here as a draft` })).toBeVisible({
    timeout: 60_000,
  })
  await page.getByRole('link', { name: 'Open course' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const copy = Number(/\/course\/(\d+)\/manage/.exec(page.url())?.[1])
  expect(copy).not.toBe(id)
  const person = as(await demoPerson(request, 'admin'))
  const contents = await request.get(`/api/course-content/course/${copy}`, person)
  const { data } = (await contents.json()) as { data: { id: number; resources: { title: string }[] }[] }
  await open(page, `/lesson/${data[0]?.id}/resources`)
  const lesson = data[0]?.resources[0]?.title ?? ''
  await expect(page.getByRole('heading', { name: lesson }).first()).toBeVisible()
})
