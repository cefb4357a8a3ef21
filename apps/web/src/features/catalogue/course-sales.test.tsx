import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer, breakNetwork, recordCalls, refusal, refuse } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { aSalesInfo } from '#web/testing/sales-info.ts'

const video = (id: number, isPreview = false): SalesInfo['outline'][number]['resources'][number] => ({
  id,
  courseId: 5,
  courseContentId: 1,
  title: `Video ${id}`,
  fileType: 'video',
  seconds: 680,
  pages: null,
  order: id,
  isPublished: true,
  isPreview,
})

const sales = (given: Partial<SalesInfo> = {}): SalesInfo =>
  aSalesInfo({
    outline: [
      {
        id: 1,
        courseId: 5,
        title: 'Before the model',
        description: '',
        order: 0,
        type: 'chapter',
        isPublished: true,
        resources: [
          video(1, true),
          { ...video(2), title: 'Checklist', fileType: 'pdf', seconds: null, pages: 3 },
        ],
      },
    ],
    outcomes: ['Choose a baseline'],
    ...given,
  })
const answerSales = (given?: Partial<SalesInfo>) =>
  answer('courseSales', { success: true, data: sales(given) })

const panel = async () => within(await screen.findByRole('complementary', { name: 'Purchase' }))

test('the sales page shows the figures, the outline and the free previews', async () => {
  answerSales()
  const { press } = await renderRoute('/sp/5/')
  expect(await screen.findByRole('heading', { level: 1, name: 'Practical Machine Learning' })).toBeTruthy()
  for (const figure of ['389', '34', '11h 30m', '41']) expect(screen.getByText(figure)).toBeTruthy()
  await press.click(screen.getByRole('tab', { name: 'Curriculum' }))
  const curriculum = within(screen.getByRole('tabpanel', { name: 'Curriculum' }))
  expect(await curriculum.findByText('1 video · 1 other item · 18m')).toBeTruthy()
  expect(curriculum.getByText('11:20')).toBeTruthy()
  expect(curriculum.getByText('3 pages')).toBeTruthy()
})

test('the lengths of the modules add up to that of the course, and name what else a module holds', async () => {
  const [content] = sales().outline
  if (!content) throw new Error('an outline is needed')
  const text = { ...video(3), fileType: 'reading' as const, seconds: null, words: 610 }
  const modules = [
    { ...content, resources: [{ ...video(1), seconds: 83 }, text] },
    { ...content, id: 2, resources: [{ ...video(4), fileType: 'pdf' as const, seconds: null, pages: 3 }] },
    { ...content, id: 3, resources: [{ ...video(5), seconds: 47 }] },
  ]
  const contentCounts = { lessons: 2, totalDuration: 12 }
  answerSales({ outline: modules, stats: { contentCounts, resourceCount: 4 } })
  const { press } = await renderRoute('/sp/5/')
  await press.click(await screen.findByRole('tab', { name: 'Curriculum' }))
  expect(await screen.findByText('3 modules · 2 lessons · 2 other items · 12m')).toBeTruthy()
  for (const size of ['1 video · 1 other item · 5m', '1 item · 6m', '1 video · 1m']) {
    expect(screen.getByText(size)).toBeTruthy()
  }
})

test('pressing the open tab closes it', async () => {
  answerSales()
  const { press } = await renderRoute('/sp/5/')
  const about = await screen.findByRole('tab', { name: 'About', selected: true })
  await press.click(about)
  expect(about.getAttribute('aria-selected')).toBe('false')
  expect(screen.queryByRole('tabpanel')).toBeNull()
})

test('buying while signed out leads to sign-in and back', async () => {
  answerSales()
  const page = await renderRoute('/sp/5/')
  await page.press.click(await (await panel()).findByRole('button', { name: 'Buy Now' }))
  expect(page.address()).toBe('/login?redirect=/course/5/sales')
})

test('buying opens the payment page and stores the purchase', async () => {
  answerSales()
  const calls = recordCalls('payForCourse', {
    success: true,
    payment_url: 'https://gate.example/p/1',
    purchase_id: 'purchase-0123456789',
  })
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const { press } = await renderRoute('/sp/5/', { user: aisyah })
  await press.click(await (await panel()).findByRole('button', { name: 'Buy Now' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://gate.example/p/1'))
  expect(localStorage.getItem(storageKeys.latestPurchase)).toBe('purchase-0123456789')
  expect(calls.map((call) => call.body)).toEqual([{ courseId: 5, userId: 7 }])
  expect(calls[0]?.query).toMatchObject({ offers: '5.24900.all.none' })
})

test('buying sends the access length that the page shows', async () => {
  answerSales({ course: aCourse({ access: { months: 12 } }) })
  const calls = recordCalls('payForCourse', {
    success: true,
    payment_url: 'https://gate.example/p/1',
    purchase_id: 'purchase-0123456789',
  })
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const { press } = await renderRoute('/sp/5/', { user: aisyah })
  await press.click(await (await panel()).findByRole('button', { name: 'Buy Now' }))
  await waitFor(() => expect(calls[0]?.query).toMatchObject({ offers: '5.24900.12m.none' }))
})

test('a sale price is shown with the list price and its end, and is what Buy Now pays', async () => {
  const sale = { price: 14_900, endsAt: '2026-12-31T15:59:00.000Z' }
  answerSales({ course: { ...aCourse(), sale } })
  const calls = recordCalls('payForCourse', {
    success: true,
    payment_url: 'https://gate.example/p/1',
    purchase_id: 'purchase-0123456789',
  })
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const { press } = await renderRoute('/sp/5/', { user: aisyah })
  const purchase = await panel()
  expect(purchase.getByText('149.00', { exact: false }).textContent).toBe('RM 149.00 List price RM 249.00')
  expect(purchase.getByText('Sale price until 31 Dec 2026, 23:59')).toBeTruthy()
  await press.click(await purchase.findByRole('button', { name: 'Buy Now' }))
  await waitFor(() => expect(calls[0]?.query).toMatchObject({ offers: '5.14900.all.none' }))
})

test('a refused purchase shows the reason', async () => {
  answerSales()
  refuse('payForCourse', 'SELLER_CANNOT_BE_PAID')
  const { press } = await renderRoute('/sp/5/', { user: aisyah })
  await press.click(await (await panel()).findByRole('button', { name: 'Buy Now' }))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'This course cannot be bought at the moment: its seller has no payment account yet.',
  )
})

test.each([
  ['en', 'This course cannot be bought yet.', 'Buy Now'],
  ['ms', 'Kursus ini belum boleh dibeli.', 'Beli Sekarang'],
] as const)(
  'a course whose seller is not approved says so in %s and offers no purchase',
  async (language, said, buy) => {
    answerSales({ course: aCourse({ isNotOnSaleYet: true }) })
    await renderRoute('/sp/5/', { user: aisyah, language })
    // The panel and the phone's bar both show the text.
    expect(await screen.findAllByText(said)).toHaveLength(2)
    await waitFor(() => expect(document.querySelector('.sales-panel .ap-skeleton')).toBeNull())
    expect(screen.queryByRole('button', { name: buy })).toBeNull()
    expect(screen.queryByRole('button', { name: /Add to Cart|Troli/ })).toBeNull()
  },
)

test.each([
  ['en', 'This course is not offered at the moment.', 14_900, 'Buy Now'],
  ['ms', 'Kursus ini tidak ditawarkan buat masa ini.', 0, 'Daftar Sekarang'],
] as const)(
  'a withheld course says so in %s and offers neither a purchase nor an enrolment',
  async (language, said, price, action) => {
    answerSales({ course: aCourse({ price, isNotOnSaleYet: true, isWithheld: true }) })
    await renderRoute('/sp/5/', { user: aisyah, language })
    expect(await screen.findAllByText(said, {}, { timeout: 10_000 })).toHaveLength(2)
    const isSettled = () => expect(document.querySelector('.sales-panel .ap-skeleton')).toBeNull()
    await waitFor(isSettled, { timeout: 10_000 })
    expect(screen.queryByRole('button', { name: action })).toBeNull()
  },
)

test('an answer without payment address is an error', async () => {
  answerSales()
  answer('payForCourse', { success: true, payment_url: '', purchase_id: 'purchase-0123456789' })
  const { press } = await renderRoute('/sp/5/', { user: aisyah })
  await press.click(await (await panel()).findByRole('button', { name: 'Buy Now' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Payment URL not found in response')
})

test('adding to the cart says so and links to it', async () => {
  answerSales()
  const { press } = await renderRoute('/sp/5/')
  const purchase = await panel()
  await press.click(await purchase.findByRole('button', { name: 'Add to Cart' }))
  expect(purchase.getByRole<HTMLButtonElement>('button', { name: 'In Cart' }).disabled).toBe(true)
  const onward = purchase.getByRole('link', { name: 'Go to Cart' })
  expect(onward.getAttribute('href')).toBe('/cart')
  expect(document.activeElement).toBe(onward)
  expect(screen.getByText(/Practical Machine Learning has been added to your cart!/)).toBeTruthy()
})

test('enrolling in a free course opens it after two seconds', async () => {
  answerSales({ course: aCourse({ price: 0 }) })
  const calls = recordCalls('enroll', { success: true, message: 'done' })
  answer('readCourse', () => refusal('COURSE_NOT_FOUND'))
  const page = await renderRoute('/sp/5/', { user: aisyah })
  await page.press.click(await (await panel()).findByRole('button', { name: 'Enroll Now (Free)' }))
  expect(
    await screen.findByText('Successfully enrolled in the course! You can now start learning.'),
  ).toBeTruthy()
  await waitFor(() => expect(page.address()).toBe('/course/5'))
  expect(calls.map((call) => call.body)).toEqual([{ userId: 7, courseId: 5 }])
})

test("a course viewed before enrolling opens as its learner's", async () => {
  let isEnrolled = false
  const course = () => aCourse({ price: 0, isEnrolled })
  answer('readCourse', () => ({
    success: true,
    data: { ...course(), contents: [], permissions: { study: isEnrolled, manage: false } },
  }))
  answer('courseSales', () => ({ success: true, data: sales({ course: course(), isEnrolled }) }))
  answer('enroll', () => {
    isEnrolled = true
    return { success: true, message: 'done' }
  })
  const page = await renderRoute('/course/5', { user: aisyah })
  await page.press.click(await screen.findByRole('link', { name: 'See course details' }))
  await page.press.click(await (await panel()).findByRole('button', { name: 'Enroll Now (Free)' }))
  await waitFor(() => expect(page.address()).toBe('/course/5'))
  await screen.findByText('No Content Available Yet')
  await waitFor(() => expect(screen.queryByRole('link', { name: 'See course details' })).toBeNull())
})

test.each([
  ['payForCourse', 4900, 'Buy Now', 'An error occurred while processing your payment'],
  ['enroll', 0, 'Enroll Now (Free)', 'An error occurred while enrolling in the course'],
] as const)(
  'when %s gets no answer, the page says which step failed',
  async (call, price, button, sentence) => {
    answerSales({ course: aCourse({ price }) })
    breakNetwork(call)
    const { press } = await renderRoute('/sp/5/', { user: aisyah })
    await press.click(await (await panel()).findByRole('button', { name: button }))
    expect(await screen.findByText(sentence)).toBeTruthy()
  },
)

test('an enrolled viewer can continue learning', async () => {
  answer('courseSales', ({ bearer }) => ({ success: true, data: sales({ isEnrolled: bearer !== null }) }))
  await renderRoute('/sp/5/', { user: aisyah })
  const link = await (await panel()).findByRole('link', { name: 'Continue Learning' })
  expect(link.getAttribute('href')).toBe('/course/5')
})

test('who owns a course reads no price for it, in the panel and in the bar of phones', async () => {
  answerSales({ isEnrolled: true })
  await renderRoute('/sp/5/', { user: aisyah })
  await (await panel()).findByRole('link', { name: 'Continue Learning' })
  const bar = screen.getByRole('region', { name: 'Purchase' })
  for (const place of [bar, screen.getByRole('complementary', { name: 'Purchase' })]) {
    expect(place.textContent).not.toMatch(/RM 249|One payment/)
  }
})

test('a missing course says so', async () => {
  refuse('courseSales', 'COURSE_NOT_FOUND')
  await renderRoute('/sp/999/')
  expect(await screen.findByText('Error: Course not found')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Return to Marketplace' }).getAttribute('href')).toBe(
    '/marketplace',
  )
})

test('an instructor without a public course shows no course count', async () => {
  const { instructor } = sales()
  answerSales({ instructor: instructor && { ...instructor, courseCount: 0, studentCount: 0 } })
  const { press } = await renderRoute('/sp/5/')
  await press.click(await screen.findByRole('tab', { name: 'Instructor' }))
  const panelOf = within(await screen.findByRole('tabpanel', { name: 'Instructor' }))
  expect(await panelOf.findByText('Sold by Kuala Data School')).toBeTruthy()
})

test('an invite link to a private course is used with its token', async () => {
  refuse('courseSales', 'COURSE_NOT_FOUND')
  const calls = recordCalls('enroll', { success: true, message: 'done' })
  const { press } = await renderRoute('/sp/5/?invite=signed-token', { user: aisyah })
  await press.click(await screen.findByRole('button', { name: 'Accept invitation' }))
  await waitFor(() =>
    expect(calls.map((call) => call.body)).toEqual([{ userId: 7, courseId: 5, invite: 'signed-token' }]),
  )
})

test('an invite link survives signing in', async () => {
  refuse('courseSales', 'COURSE_NOT_FOUND')
  const page = await renderRoute('/sp/5/?invite=signed-token')
  expect(await screen.findByRole('heading', { name: 'You are invited to a private course' })).toBeTruthy()
  expect(screen.getByText(/^Accept the invitation, then sign in or register/)).toBeTruthy()
  await page.press.click(await screen.findByRole('button', { name: 'Accept invitation' }))
  const redirect = new URL(page.address(), 'http://own.invalid').searchParams.get('redirect')
  expect(redirect).toBe('/course/5/sales?invite=signed-token')
})

test('a course without content says that it is being prepared', async () => {
  answerSales({ outline: [] })
  const { press } = await renderRoute('/sp/5/')
  await press.click(await screen.findByRole('tab', { name: 'Curriculum' }))
  expect(await screen.findByText('No Content Available Yet')).toBeTruthy()
})

test('two presses before a render are one request: enrolling, and buying until the browser has left', async () => {
  answerSales({ course: aCourse({ price: 0 }) })
  const enrolments = recordCalls('enroll', { success: true, message: 'ok' })
  const { unmount } = await renderRoute('/sp/5/', { user: aisyah })
  const enroll = await (await panel()).findByRole('button', { name: 'Enroll Now (Free)' })
  enroll.click()
  enroll.click()
  expect(await screen.findAllByText(/^Successfully enrolled in the course!/)).toHaveLength(1)
  expect(enrolments).toHaveLength(1)
  unmount()

  answerSales()
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const purchases = recordCalls('payForCourse', {
    success: true,
    payment_url: 'https://gate.test/p/1',
    purchase_id: 'purchase-0123456789',
  })
  const { press } = await renderRoute('/sp/5/', { user: aisyah })
  const buy = await (await panel()).findByRole('button', { name: 'Buy Now' })
  buy.click()
  buy.click()
  await waitFor(() => expect(assign).toHaveBeenCalled())
  await press.click(buy)
  expect(purchases).toHaveLength(1)
})

test('a free preview plays in a dialog with the price and a link to the rest below', async () => {
  const outline = sales().outline.map((content) => ({
    ...content,
    resources: content.resources.map((item) => ({
      ...item,
      ...(item.isPreview && { filePath: '/media/one?s=x' }),
    })),
  }))
  answerSales({ outline })
  const { press } = await renderRoute('/sp/5/')
  await press.click(await screen.findByRole('tab', { name: 'Curriculum' }))
  expect(
    await screen.findByText('1 module · 34 lessons · 7 other items · 11h 30m · 1 free preview'),
  ).toBeTruthy()
  const links = screen.getAllByRole('link', { name: /^Preview/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/media/one?s=x'])
  await press.click(screen.getByRole('link', { name: /^Preview ?: Video 1$/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Video 1' }))
  expect(dialog.getByRole('group', { name: 'Video player' })).toBeTruthy()
  expect(dialog.getByText('249.00')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Buy Now' })).toBeTruthy()
  await press.click(dialog.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('all modules open and close at once', async () => {
  const [content] = sales().outline
  if (!content) throw new Error('an outline is needed')
  answerSales({ outline: [content, { ...content, id: 2, title: 'After the model' }] })
  const { press } = await renderRoute('/sp/5/')
  await press.click(await screen.findByRole('tab', { name: 'Curriculum' }))
  const openModules = () => document.querySelectorAll('.sales-outline details[open]').length
  expect(await screen.findByText('After the model')).toBeTruthy()
  expect(openModules()).toBe(1)
  await press.click(screen.getByRole('button', { name: 'Expand all' }))
  expect(openModules()).toBe(2)
  await press.click(screen.getByRole('button', { name: 'Collapse all' }))
  expect(openModules()).toBe(0)
})

test("the seller's own content replaces the default promises", async () => {
  answerSales({
    subtitle: 'One model, with its evidence.',
    requirements: ['Some Python'],
    audience: ['Analysts'],
    planLines: ['A year of questions'],
    outcomes: ['Choose a baseline'],
  })
  const { unmount } = await renderRoute('/sp/5/')
  expect(await screen.findByText('One model, with its evidence.')).toBeTruthy()
  for (const words of ['Some Python', 'Analysts', 'Choose a baseline']) {
    expect(await screen.findByText(words)).toBeTruthy()
  }
  expect((await panel()).getByText('A year of questions')).toBeTruthy()
  expect((await panel()).queryByText('Certificate of completion')).toBeNull()
  unmount()
  answerSales()
  await renderRoute('/sp/5/')
  expect((await panel()).getByText('30-day money-back guarantee')).toBeTruthy()
  expect(await screen.findByText('What if the course is not for me?')).toBeTruthy()
})

test("a press on the course's picture opens its first free video", async () => {
  const [content] = sales().outline
  if (!content) throw new Error('an outline is needed')
  const welcome = { ...video(2, true), title: 'Welcome', filePath: '/media/welcome' }
  answerSales({ outline: [{ ...content, resources: [video(1), welcome] }] })
  const { press } = await renderRoute('/sp/5/')
  // The page has two such buttons, for phones and for the panel; the style sheet hides one of them.
  const [, button] = await screen.findAllByRole('button', { name: /^Watch preview ?: Welcome$/ })
  if (!button) throw new Error('the panel has no button')
  await press.click(button)
  const dialog = within(await screen.findByRole('dialog', { name: 'Welcome' }))
  await press.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test("the course's picture has no button without a free video", async () => {
  answerSales()
  await renderRoute('/sp/5/')
  expect(await screen.findByRole('heading', { name: 'At a glance' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Watch preview/ })).toBeNull()
})

const factRows = async () => {
  const section = (await screen.findByRole('heading', { name: 'At a glance' })).parentElement
  const terms = [...(section?.querySelectorAll('dt') ?? [])]
  return Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent]))
}

test('the facts of a course are shown at a glance', async () => {
  answerSales({
    course: aCourse({ language: 'ms', level: 'all_levels', price: 24_900 }),
    facts: {
      videoSeconds: 4_780,
      videos: 34,
      documents: 1,
      texts: 3,
      readingMinutes: 12,
      quizzes: 2,
      exercises: 3,
      updatedAt: '2026-10-31T17:00:00.000Z',
      captions: [
        { language: 'en', everywhere: false },
        { language: 'ms', everywhere: true },
      ],
    },
  })
  await renderRoute('/sp/5/')
  expect(await factRows()).toEqual({
    Language: 'Bahasa Melayu',
    Level: 'All levels',
    Length: '1h 20m of video · 12m of reading',
    Contents: '34\u00a0videos · 1\u00a0document · 3\u00a0text lessons · 2\u00a0quizzes · 3\u00a0exercises',
    Captions: 'English (some videos), Bahasa Melayu',
    'Last updated': 'November 2026',
    Included: 'Lifetime access on phone and laptop · Certificate of completion',
  })
})

test('a course without certificates promises none on its sales page', async () => {
  answerSales({ hasCertificate: false })
  await renderRoute('/sp/5/')
  expect(await factRows()).toMatchObject({ Included: 'Lifetime access on phone and laptop' })
  expect((await panel()).getByText(/^Lifetime access/)).toBeTruthy()
  expect(await screen.findByText('How long can I watch the lessons?')).toBeTruthy()
  expect(within(screen.getByRole('main')).queryByText(/certificate/i)).toBeNull()
})

test('unknown facts of a course are left out', async () => {
  answerSales({
    course: aCourse({ isEmpty: true }),
    stats: { contentCounts: { lessons: 0 }, resourceCount: 0 },
  })
  await renderRoute('/sp/5/')
  expect(await factRows()).toEqual({ Included: 'Lifetime access on phone and laptop' })
})

test('related courses link to their own pages', async () => {
  answerSales({ related: [aCourse({ id: 6, title: 'Writing Ads People Finish' })] })
  await renderRoute('/sp/5/')
  const link = await screen.findByRole('link', { name: 'Writing Ads People Finish' })
  expect(link.getAttribute('href')).toBe('/sp/6/')
})

test('the link to manage a course is shown only to its managers', async () => {
  answerSales({ permissions: { manage: true } })
  const { unmount } = await renderRoute('/sp/5/', { user: aisyah })
  const link = await (await panel()).findByRole('link', { name: 'Manage this course' })
  expect(link.getAttribute('href')).toBe('/course/5/manage')
  unmount()
  answerSales()
  await renderRoute('/sp/5/')
  expect((await panel()).queryByRole('link', { name: 'Manage this course' })).toBeNull()
})

test('sharing copies the address when the device cannot share', async () => {
  answerSales()
  const { press } = await renderRoute('/sp/5/')
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce()
  const share = await (await panel()).findByRole('button', { name: 'Share' })
  await press.click(share)
  expect(await screen.findByText('Course link copied to clipboard! Share it with your friends.')).toBeTruthy()
  expect(write.mock.calls[0]?.[0]).toMatch(/\/sp\/5\/$/)
  write.mockRejectedValueOnce(new Error('denied'))
  await press.click(share)
  expect(await screen.findByText('Failed to copy link. Please try again.')).toBeTruthy()
})

test("the panel and the questions state the seller's own days and percentage, and nothing without a promise", async () => {
  answerSales({ moneyBack: { days: 7, percent: 50 } })
  const { unmount } = await renderRoute('/sp/5/')
  expect((await panel()).getByText('7-day money-back guarantee')).toBeTruthy()
  expect((await panel()).getByText('While less than 50% of the course is watched')).toBeTruthy()
  expect(await screen.findByText(/within 7 days of buying, while less than 50%/)).toBeTruthy()
  unmount()
  answerSales({ moneyBack: { days: 0, percent: 30 } })
  await renderRoute('/sp/5/')
  expect((await panel()).queryByText(/money-back guarantee/)).toBeNull()
  expect(screen.queryByText('What if the course is not for me?')).toBeNull()
})

test('the Instructor tab shows what the selling business says of itself, and its contact only when it is sent', async () => {
  const business = {
    name: 'Orbit Academy',
    description: 'We teach orbits.',
    website: 'https://orbit.example/',
    logo: null,
    contact: null,
  }
  answerSales({ business })
  const { unmount } = await renderRoute('/sp/5/')
  const shown = within(await screen.findByRole('region', { name: 'About Orbit Academy', hidden: true }))
  expect(shown.getByText('We teach orbits.')).toBeTruthy()
  expect(shown.getByText('orbit.example').getAttribute('href')).toBe('https://orbit.example/')
  expect(shown.queryByText('hello@orbit.test')).toBeNull()
  unmount()
  answerSales({
    business: {
      ...business,
      contact: { email: 'hello@orbit.test', phone: '03-1111 1111', address: 'Ipoh' },
    },
  })
  await renderRoute('/sp/5/')
  expect((await screen.findByText('03-1111 1111')).getAttribute('href')).toBe('tel:0311111111')
})
