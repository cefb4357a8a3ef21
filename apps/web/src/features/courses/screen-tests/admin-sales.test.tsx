import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, breakNetwork, refuse, type SentRequest } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

let asked: SentRequest[]

beforeEach(() => {
  asked = []
  const free = aCourse({ id: 6, title: 'Git Without Fear', price: 0, isPrivate: true })
  answer('listCourses', (sent) => {
    asked.push(sent)
    const found = sent.query['search'] === 'nothing' ? [] : [aCourse(), free]
    return { success: true, data: found, meta: { total: found.length, nextCursor: null } }
  })
})
afterEach(() => vi.useRealTimers())

const open = () => renderRoute('/admin/sales', { user: admin })
const cardOf = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('li') as HTMLElement)

test('a sales card shows the course with its price, its link and a preview in a new tab', async () => {
  await open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Course Sales' })).toBeTruthy()
  const card = await cardOf('Practical Machine Learning')
  expect(card.getByText('Train, test and ship a model.')).toBeTruthy()
  expect(card.getByText('249.00', { exact: false }).textContent).toBe('RM 249.00')
  const preview = card.getByRole('link', { name: 'Preview' })
  expect([preview.getAttribute('href'), preview.getAttribute('target')]).toEqual(['/sp/5/', '_blank'])
  expect((await cardOf('Git Without Fear')).getByText('Free')).toBeTruthy()
  expect(asked[0]?.query).toEqual({ businessId: 'own', limit: '50', state: 'published' })
})

test('copying puts the link on the clipboard and says so', async () => {
  const page = await open()
  const card = await cardOf('Practical Machine Learning')
  await page.press.click(card.getByRole('button', { name: 'Copy Sales Link' }))
  expect(await screen.findByText('Sales link copied to clipboard!')).toBeTruthy()
  expect(card.getByRole('button', { name: 'Copied!' })).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/course-sales?courseId=5')
})

test('Copied! is shown for three seconds', async () => {
  await open()
  const card = await cardOf('Practical Machine Learning')
  vi.useFakeTimers()
  fireEvent.click(card.getByRole('button', { name: 'Copy Sales Link' }))
  await act(() => vi.advanceTimersByTimeAsync(0))
  await act(() => vi.advanceTimersByTimeAsync(2900))
  expect(card.getByRole('button', { name: 'Copied!' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(card.getByRole('button', { name: 'Copy Sales Link' })).toBeTruthy()
})

test('a clipboard that refuses is reported', async () => {
  const page = await open()
  const card = await cardOf('Practical Machine Learning')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await page.press.click(card.getByRole('button', { name: 'Copy Sales Link' }))
  expect(await screen.findByText('Failed to copy link. Please try again.')).toBeTruthy()
})

test('More Info shows the link, the share buttons and the manage page; Less Info hides them', async () => {
  const page = await open()
  const card = await cardOf('Practical Machine Learning')
  await page.press.click(card.getByRole('button', { name: 'More Info' }))
  const link = 'http://localhost:3000/course-sales?courseId=5'
  expect(card.getByLabelText<HTMLInputElement>('Sales link').value).toBe(link)
  const target = (name: string) => card.getByRole('link', { name }).getAttribute('href') ?? ''
  const words = 'Have a look at this course: Practical Machine Learning'
  expect(new URL(target('WhatsApp')).searchParams.get('text')).toBe(`${words} ${link}`)
  expect(new URL(target('Telegram')).searchParams.get('url')).toBe(link)
  expect(new URL(target('Twitter')).searchParams.get('url')).toBe(link)
  expect(target('Email')).toContain(`mailto:?subject=${encodeURIComponent(words)}`)
  expect(target('Manage course')).toBe('/course/5/manage')
  await page.press.click(card.getByRole('button', { name: 'Less Info' }))
  expect(card.queryByLabelText('Sales link')).toBeNull()
})

test('a private course says who can open its link', async () => {
  const page = await open()
  const card = await cardOf('Git Without Fear')
  await page.press.click(card.getByRole('button', { name: 'More Info' }))
  expect(card.getByText(/This course is private/)).toBeTruthy()
})

test('searching asks the server; an empty result links to /admin', async () => {
  const page = await open()
  await page.press.type(await screen.findByLabelText('Search by title or description'), 'nothing')
  expect(await screen.findByRole('heading', { name: 'No Courses Available' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to Admin' }).getAttribute('href')).toBe('/admin')
  expect(asked.at(-1)?.query['search']).toBe('nothing')
})

test("a failed sales list shows the server's sentence, or asks to try later", async () => {
  refuse('listCourses', 'UNAVAILABLE')
  const page = await open()
  expect(
    await screen.findByText('Error loading courses: Apogee is busy right now. Please try again in a moment.'),
  ).toBeTruthy()
  breakNetwork('listCourses')
  await page.press.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByText('Error loading courses: Please try again later')).toBeTruthy())
})

test('the share dialog puts an active code of the course and a source into link, networks and QR code', async () => {
  const coupon = (code: string, given: object) => ({
    id: code.length,
    code,
    percentBasisPoints: 2_500,
    amount: null,
    course: null,
    startsAt: null,
    endsAt: null,
    maxUses: null,
    oncePerPerson: false,
    uses: 0,
    reserved: 0,
    state: 'active' as const,
    seller: null,
    createdAt: '2026-11-20T02:00:00.000Z',
    version: 1,
    ...given,
  })
  const data = [
    coupon('MULA25', {}),
    coupon('ENDED', { state: 'ended' }),
    coupon('OTHERS', { course: { id: 99, title: 'Another course' } }),
  ]
  answer('listCoupons', { success: true, data, meta: { total: data.length, nextCursor: null } })
  const { press } = await open()
  const card = await cardOf('Practical Machine Learning')
  await press.click(card.getByRole('button', { name: 'More Info' }))
  await press.click(card.getByRole('button', { name: 'Share with code or QR' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Share Practical Machine Learning' }))
  await dialog.findByRole('option', { name: 'MULA25' })
  expect(dialog.getAllByRole('option').map((option) => option.textContent)).toEqual(['No code', 'MULA25'])
  await press.selectOptions(dialog.getByLabelText('Discount code'), 'MULA25')
  await press.type(dialog.getByLabelText('Where you share it'), 'insta gram')
  const link = 'http://localhost:3000/course-sales?courseId=5&code=MULA25&utm_source=insta+gram'
  expect(dialog.getByLabelText<HTMLInputElement>('Link').value).toBe(link)
  const whatsapp = dialog.getByRole('link', { name: 'WhatsApp' }).getAttribute('href') ?? ''
  expect(new URL(whatsapp).searchParams.get('text')).toBe(
    `Have a look at this course: Practical Machine Learning. The code MULA25 makes it cheaper. ${link}`,
  )
  expect(dialog.getByRole('img', { name: 'QR code of the link' }).querySelector('path')).toBeTruthy()
})
