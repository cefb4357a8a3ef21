import type { APIRequestContext } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { expect, open, test, waitUntilHandled } from '../support/journey.ts'
import { as, signInAs, newEmail, newPassword, type Person } from '../support/people.ts'
import { files } from '../support/school.ts'

/** Creates a separate business whose only course is paid, with a free preview. */
async function courseWithPreview(request: APIRequestContext): Promise<{ seller: Person; courseId: number }> {
  const email = newEmail('seller')
  const post = async (path: string, body: object, seller?: Person) => {
    const answer = await request.post(`/api${path}`, { ...(seller && as(seller)), ...body })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json() as Promise<{
      data: { token: string; user: { id: number }; id: number; url: string }
    }>
  }
  const { data } = await post('/auth/admin/register', {
    data: {
      name: 'Rohana Salleh',
      email,
      password: newPassword,
      businessName: 'Studio Peta',
      businessEmail: email,
      businessPhone: '03-1234 5678',
      businessAddress: '1 Jalan Ujian, Kuala Lumpur',
    },
  })
  const seller = { id: data.user.id, name: 'Rohana Salleh', email, token: data.token }
  const form = { title: `Maps by hand ${seller.id}`, description: 'Ink before pixels.', price: 4900 }
  const courseId = (await post('/courses', { data: form }, seller)).data.id
  const module = await post(
    '/course-content',
    { data: { courseId, title: 'Coasts', isPublished: true } },
    seller,
  )
  const buffer = await readFile(files.video)
  const file = { name: 'Coasts.mp4', mimeType: 'video/mp4', buffer }
  const { data: upload } = await post('/upload', { multipart: { file } }, seller)
  const resource = await post(
    '/course-resources',
    {
      data: {
        courseContentId: module.data.id,
        title: 'A first coast',
        filePath: upload.url,
        fileType: 'video',
      },
    },
    seller,
  )
  const shown = await request.put(`/api/course-resources/${resource.data.id}`, {
    ...as(seller),
    data: { isPreview: true },
  })
  expect(shown.ok(), await shown.text()).toBe(true)
  return { seller, courseId }
}

test('a visitor watches a free preview, and reads what the seller has just written', async ({
  page,
  request,
  anotherBrowser,
}) => {
  const { seller, courseId } = await courseWithPreview(request)

  await open(page, `/sp/${courseId}/`)
  await page.getByRole('tab', { name: 'Curriculum' }).click()
  const preview = page.getByRole('link', { name: /^Preview/ })
  await waitUntilHandled(preview)
  await preview.click()
  const dialog = page.getByRole('dialog', { name: 'A first coast' })
  await expect(dialog.getByRole('button', { name: 'Buy Now' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Play' }).first().click()
  await expect
    .poll(() => dialog.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime))
    .toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: /^Preview/ })).toBeFocused()

  // The button on the picture starts playback at once.
  const play = page.getByRole('button', { name: /^Watch preview ?: A first coast$/ })
  await waitUntilHandled(play)
  await play.click()
  await expect
    .poll(() => dialog.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime))
    .toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(play).toBeFocused()

  // Without scripts the link leads to the file itself.
  const alone = await anotherBrowser()
  await alone.goto((await preview.getAttribute('href')) ?? '')
  await expect
    .poll(() => alone.locator('video').evaluate(({ readyState }: HTMLVideoElement) => readyState))
    .toBeGreaterThan(0)

  const desk = await anotherBrowser()
  await signInAs(desk, seller)
  await open(desk, `/course/${courseId}/manage?part=sales`)
  const questions = desk.getByRole('group', { name: 'Questions and answers' })
  await questions.getByRole('button', { name: /^Add/ }).press('Enter')
  await desk.keyboard.type('Do I need to draw well?')
  await questions
    .getByRole('textbox', { name: 'Answer 1' })
    .fill('No. A steady hand comes with the third coast.')
  await desk.getByRole('button', { name: 'Save sales page' }).click()
  await expect(desk.getByText('The sales page is saved.')).toBeVisible()

  const html = await (await request.get(`/sp/${courseId}/`)).text()
  expect(html).toContain('A steady hand comes with the third coast.')
  await page.reload()
  await page.getByRole('tab', { name: 'FAQ' }).click()
  await page.getByText('Do I need to draw well?').click()
  await expect(page.getByText('A steady hand comes with the third coast.')).toBeVisible()
})
