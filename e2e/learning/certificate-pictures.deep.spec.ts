/** Tests the signature and the logo on a certificate: chosen by the author, seen by a stranger, printed. */
import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, open, test } from '../support/journey.ts'
import { as, newEmail, newLearner, newPassword, signInAs, type Person } from '../support/people.ts'
import { enrol, files, lessonsOf } from '../support/school.ts'

/** Returns a PNG picture: a transparent one with a curve, or a disc on a colour. */
async function drawn(page: Page, kind: 'signature' | 'logo'): Promise<Buffer> {
  const url = await page.evaluate((what) => {
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = what === 'logo' ? [400, 160] : [900, 300]
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('no canvas')
    if (what === 'logo') {
      pen.fillStyle = '#0f766e'
      pen.fillRect(0, 0, 400, 160)
      pen.fillStyle = '#fbbf24'
      pen.arc(80, 80, 48, 0, 7)
      pen.fill()
    } else {
      pen.lineWidth = 9
      pen.strokeStyle = '#1e3a8a'
      pen.moveTo(20, 220)
      for (let x = 20; x < 880; x += 6) pen.lineTo(x, 150 + 110 * Math.sin(x / 34) * Math.cos(x / 210))
      pen.stroke()
    }
    return canvas.toDataURL('image/png')
  }, kind)
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

const isWhole = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0

const title = 'Project Management for Small Teams'

/** Creates a business with a logo, signs its admin in and returns the id of a new course with one lesson. */
async function courseWithLogo(page: Page, request: APIRequestContext): Promise<number> {
  const email = newEmail('seller')
  const registered = await request.post('/api/auth/admin/register', {
    data: {
      name: 'Aminah binti Yusof',
      email,
      password: newPassword,
      businessName: 'Orbit Academy Sdn Bhd',
      businessEmail: email,
      businessPhone: '03-1234 5678',
      businessAddress: '1 Jalan Ujian',
    },
  })
  expect(registered.ok(), await registered.text()).toBe(true)
  const session = (await registered.json()) as {
    data: { token: string; user: Person & { businessId: number } }
  }
  const author = { ...session.data.user, token: session.data.token }
  const send = async (path: string, data: object) => {
    const answer = await request.post(`/api${path}`, { ...as(author), data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { data: { id: number } }).data
  }
  const upload = async (purpose: string, name: string, mimeType: string, buffer: Buffer) => {
    const multipart = { file: { name, mimeType, buffer } }
    const answer = await request.post(`/api/upload?purpose=${purpose}`, { ...as(author), multipart })
    return ((await answer.json()) as { url: string }).url
  }
  const course = await send('/courses', { title, description: 'Plans that hold', price: 0 })
  const module = await send('/course-content', { courseId: course.id, title: 'One', isPublished: true })
  const lesson = await upload('lesson', 'card.pdf', 'application/pdf', await readFile(files.pdf))
  await send('/course-resources', {
    courseContentId: module.id,
    title: 'The card',
    filePath: lesson,
    fileType: 'pdf',
  })
  await signInAs(page, author)
  const logo = await upload('avatar', 'logo.png', 'image/png', await drawn(page, 'logo'))
  const profile = await request.put(`/api/businesses/${author.businessId}/profile`, {
    ...as(author),
    data: { logo },
  })
  expect(profile.ok(), await profile.text()).toBe(true)
  return course.id
}

test('an author chooses a signature, and a stranger sees it with the logo on the certificate', async ({
  page,
  request,
  anotherBrowser,
}) => {
  const courseId = await courseWithLogo(page, request)
  await open(page, `/course/${courseId}/manage`)
  await page.getByRole('button', { name: `More actions, ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Certificate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Certificate' })
  await dialog.getByLabel('Signed by').fill('Dr. Aminah binti Yusof')
  await dialog.getByLabel('Role of the signer').fill('Head of Training')
  const buffer = await drawn(page, 'signature')
  const signature = { name: 'signature.png', mimeType: 'image/png', buffer }
  await dialog.getByLabel('Picture of the signature').setInputFiles(signature)
  await expect(dialog.getByRole('img', { name: 'Preview of the signature' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Certificate settings saved')).toBeVisible()

  const learner = await newLearner(request, 'Nurul Izzah Salleh')
  await enrol(request, learner, courseId)
  for (const { id } of await lessonsOf(request, courseId, learner))
    await request.put(`/api/course-resources/${id}/progress`, { ...as(learner), data: { completed: true } })
  let id = ''
  await expect
    .poll(async () => {
      const answer = await request.get('/api/certificates', as(learner))
      id = ((await answer.json()) as { data: { id: string }[] }).data[0]?.id ?? ''
      return id
    })
    .not.toBe('')

  const stranger = await anotherBrowser()
  await open(stranger, `/certificates/${id}`)
  const sheet = stranger.getByRole('article')
  const signed = sheet.getByRole('img', { name: 'Signature of Dr. Aminah binti Yusof' })
  await expect.poll(() => signed.evaluate(isWhole)).toBe(true)
  const ofSeller = sheet.locator('img[alt=""]')
  await expect.poll(() => ofSeller.evaluate(isWhole)).toBe(true)
  await stranger.setViewportSize({ width: 390, height: 844 })
  expect(await stranger.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const paper = await stranger.pdf({ preferCSSPageSize: true, printBackground: true })
  expect(paper.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)
  const printed = await request.get(`/api/certificates/${id}/pdf`)
  expect(printed.headers()['content-type']).toBe('application/pdf')
})
