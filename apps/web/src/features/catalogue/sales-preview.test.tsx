import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { aSalesInfo } from '#web/testing/sales-info.ts'

type Preview = Parameters<typeof aSalesInfo>[0] & { courseState?: 'draft' | 'published' | 'archived' }
const answerPreview = ({ courseState = 'published', ...given }: Preview = {}) =>
  answer('previewSales', {
    success: true,
    data: { ...aSalesInfo({ permissions: { manage: false }, ...given }), courseState, taxBasisPoints: 0 },
  })
const open = (language: 'en' | 'ms' = 'en') =>
  renderRoute('/course/5/sales-preview', { user: admin, language })
const robots = () => document.head.querySelector<HTMLMetaElement>('meta[name=robots]')?.content

test('the preview is the sales page with a banner, without indexing, and its buttons do nothing', async () => {
  answerPreview()
  const bought = recordCalls('payForCourse', { success: true, payment_url: 'x', purchase_id: 'y' })
  const { press } = await open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Practical Machine Learning' })).toBeTruthy()
  expect(screen.getByText(/^Preview: this is the sales page as visitors see it/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to editing' }).getAttribute('href')).toBe('/course/5/manage')
  expect(robots()).toBe('noindex')
  const panel = within(screen.getByRole('complementary', { name: 'Purchase' }))
  for (const name of ['Buy Now', 'Add to Cart']) {
    const button = panel.getByRole<HTMLButtonElement>('button', { name })
    expect(button.disabled).toBe(true)
    await press.click(button)
  }
  expect(bought).toEqual([])
  for (const name of ['Share', 'Save for later'])
    expect(panel.queryByRole('button', { name: new RegExp(name) })).toBeNull()
  expect(panel.queryByRole('link', { name: 'Manage course' })).toBeNull()
  for (const button of screen.getAllByRole<HTMLButtonElement>('button', { name: 'Buy Now' }))
    expect(button.disabled).toBe(true)
})

test('the preview of a free course has its button for enrolling, which does nothing', async () => {
  answerPreview({ course: aCourse({ price: 0 }) })
  await open()
  const panel = within(await screen.findByRole('complementary', { name: 'Purchase' }))
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Enroll Now (Free)' }).disabled).toBe(true)
})

test('the preview says what differs for a draft, an archived and a private course', async () => {
  answerPreview({ courseState: 'draft' })
  const first = await open()
  expect(await screen.findByText(/Unpublished contents are shown, too/)).toBeTruthy()
  first.unmount()
  answerPreview({ courseState: 'archived' })
  const second = await open()
  expect(await screen.findByText(/nobody else can open this page/)).toBeTruthy()
  second.unmount()
  answerPreview({ course: aCourse({ isPrivate: true }) })
  await open()
  expect(await screen.findByText(/The course is private: only people with access/)).toBeTruthy()
})

test('a course that the caller does not manage is not found, and a failure can be tried again', async () => {
  refuse('previewSales', 'COURSE_NOT_FOUND')
  const first = await open()
  expect(await screen.findByRole('heading', { name: 'Course not found' })).toBeTruthy()
  first.unmount()
  breakNetwork('previewSales')
  const { press } = await open()
  expect(await screen.findByText('The preview could not be loaded')).toBeTruthy()
  answerPreview()
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Practical Machine Learning' })).toBeTruthy()
})

test('the preview is available in Malay', async () => {
  answerPreview({ courseState: 'draft' })
  await open('ms')
  expect(await screen.findByText(/^Pratonton: inilah halaman jualan/)).toBeTruthy()
})
