import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

/** docs/specification.md#route-table lists these screens: 'Links also point to …'. */
const linked: [path: string, english: string, malay: string][] = [
  ['/pricing', 'Pricing', 'Harga'],
  ['/about', 'About Apogee', 'Tentang Apogee'],
  ['/blog', 'Blog', 'Blog'],
  ['/testimonials', 'Testimonials', 'Testimoni'],
  ['/roadmap', 'Roadmap', 'Hala tuju'],
  ['/careers', 'Careers', 'Kerjaya'],
  ['/contact', 'Contact', 'Hubungi kami'],
  ['/terms', 'Terms of Service', 'Terma Perkhidmatan'],
  ['/privacy', 'Privacy Policy', 'Dasar Privasi'],
  ['/cookies', 'Cookies and local storage', 'Kuki dan storan setempat'],
  ['/partners', 'Partners', 'Rakan kongsi'],
  ['/contact-support', 'Contact support', 'Hubungi sokongan'],
]

const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const main = () => within(screen.getByRole('main'))

describe('links also point to', () => {
  test.each(linked)('the linked screen %s exists in English and in Malay', async (path, english, malay) => {
    const page = await renderRoute(path)
    await title(english)
    await waitFor(() => expect(main().queryByText('Loading...')).toBeNull())
    expect(main().getAllByRole('heading', { level: 2 }).length).toBeGreaterThan(1)
    expect(page.address()).toBe(path)
    page.unmount()
    await renderRoute(path, { language: 'ms' })
    await title(malay)
    await waitFor(() => expect(main().getAllByRole('heading', { level: 2 }).length).toBeGreaterThan(1))
  })

  test('the footer of every page links to every linked screen', async () => {
    await renderRoute('/about')
    const footer = within(screen.getByRole('contentinfo'))
    for (const [path] of linked) {
      expect(
        footer.getAllByRole('link').some((link) => link.getAttribute('href') === path),
        path,
      ).toBe(true)
    }
  })
})

test('a long text has a table of contents that links to its headings', async () => {
  await renderRoute('/terms')
  const contents = within(await screen.findByRole('navigation', { name: 'On this page' }))
  const link = contents.getByRole('link', { name: '3. Money back' })
  const target = link.getAttribute('href')?.slice(1) ?? ''
  expect(document.getElementById(target)?.textContent).toBe('3. Money back')
})

test('terms and policies state their date', async () => {
  await renderRoute('/privacy')
  expect(await screen.findByText(/^In force since \d{4}-\d\d-\d\d$/)).toBeTruthy()
})

test('the marketing claims about plans, guarantee, lifetime access and certificate are on the pricing page', async () => {
  await renderRoute('/pricing')
  const plans = main().getAllByRole('listitem').slice(0, 3)
  expect(plans.map((plan) => plan.textContent)).toEqual([
    'Basic$29/moUp to 5 coursesContact us: Basic',
    'ProfessionalRecommended$79/moUnlimited coursesContact us: Professional',
    'EnterpriseCustomFor larger teamsContact us: Enterprise',
  ])
  expect(
    main()
      .getByRole('link', { name: /^Contact us\s*: Basic$/ })
      .getAttribute('href'),
  ).toBe('/contact')
  for (const claim of ['30-day money-back guarantee', 'Lifetime access', 'Certificate of completion']) {
    expect(await main().findByRole('heading', { name: claim })).toBeTruthy()
  }
})

test('the list of cookies matches what the client stores', async () => {
  await renderRoute('/cookies')
  await screen.findByText('authToken')
  const named = [...document.querySelectorAll('main td code')].map(({ textContent }) => textContent)
  expect(named).toEqual([
    'lang',
    'theme',
    'apogee_sign_in',
    'apogee_sign_in_secret',
    'apogee_second_factor',
    'apogee_device',
    ...Object.values(storageKeys),
    'scroll-positions',
    'apogee-kept-',
    'apogee-',
  ])
})

test('there are no invented testimonials, and a form for real ones', async () => {
  await renderRoute('/testimonials')
  expect(await main().findByText(/we do not write stories for people who do not exist/)).toBeTruthy()
  expect(main().queryByRole('blockquote')).toBeNull()
  expect(main().getByRole('button', { name: 'Send story' })).toBeTruthy()
})

describe('the blog', () => {
  test('the blog lists its articles, and each can be read', async () => {
    const page = await renderRoute('/blog')
    const articles = main().getAllByRole('heading', { level: 2 })
    expect(articles).toHaveLength(6)
    await page.press.click(main().getByRole('link', { name: 'How to price your first course' }))
    await title('How to price your first course')
    expect(page.address()).toBe('/blog/price-your-first-course')
    expect(await main().findByRole('heading', { name: 'Pick a shelf' })).toBeTruthy()
    expect(main().getByRole('heading', { name: 'Read next' })).toBeTruthy()
  })

  test("the blog shows an article's audience, day and reading time in the reader's language", async () => {
    const line = () => main().getAllByText('20 Nov 2026')[0]?.parentElement?.textContent
    const page = await renderRoute('/blog/a-lesson-on-a-phone')
    await title('A good lesson, recorded on a phone')
    expect(line()).toBe('Blog · For teachers · 20 Nov 2026 · 3 min read')
    page.unmount()
    await renderRoute('/blog/a-lesson-on-a-phone', { language: 'ms' })
    await title('Pelajaran yang baik, dirakam dengan telefon')
    expect(await main().findByRole('heading', { name: 'Senarai semak' })).toBeTruthy()
    expect(line()).toBe('Blog · Untuk pengajar · 20 Nov 2026 · 3 minit bacaan')
  })

  test('a blog article links to the next two', async () => {
    const page = await renderRoute('/blog/a-lesson-on-a-phone')
    await title('A good lesson, recorded on a phone')
    expect(main().getAllByRole('heading', { level: 3 })).toHaveLength(2)
    await page.press.click(main().getByRole('link', { name: 'Learning in small pieces' }))
    await title('Learning in small pieces')
  })

  test('a missing blog article links back to all of them', async () => {
    await renderRoute('/blog/nothing-like-this')
    await title('Article not found')
    expect(screen.getByRole('link', { name: 'All articles' }).getAttribute('href')).toBe('/blog')
  })
})

describe('writing to the platform', () => {
  const fill = async (page: Awaited<ReturnType<typeof renderRoute>>) => {
    await page.press.type(screen.getByLabelText('Your name'), 'Nurul Izzah')
    await page.press.type(screen.getByLabelText('Email'), 'nurul@example.test')
    await page.press.type(screen.getByLabelText('Your message'), 'Do you run workshops?')
  }

  test('a sent message is confirmed on the page, with the address for the answer', async () => {
    const sent = recordCalls('sendMessage', { success: true })
    const page = await renderRoute('/contact')
    await fill(page)
    await page.press.click(screen.getByRole('button', { name: 'Send message' }))
    const confirmation = await screen.findByRole('heading', { name: 'Your message has arrived' })
    expect(document.activeElement).toBe(confirmation)
    expect(screen.getByText(/we write to nurul@example.test/)).toBeTruthy()
    expect(sent.map(({ body }) => body)).toEqual([
      {
        topic: 'contact',
        name: 'Nurul Izzah',
        email: 'nurul@example.test',
        text: 'Do you run workshops?',
        website: '',
      },
    ])
  })

  test.each([
    ['/contact-support', 'What happened', 'Send to support', 'support'],
    ['/testimonials', 'Your story', 'Send story', 'testimonial'],
    ['/partners', 'What you have in mind', 'Send proposal', 'partner'],
  ])('a message from %s has its own topic', async (path, label, button, topic) => {
    const sent = recordCalls('sendMessage', { success: true })
    const page = await renderRoute(path, { user: aisyah })
    await screen.findByDisplayValue('student@apogee.test')
    await page.press.type(screen.getByLabelText(label), 'Words')
    await page.press.click(screen.getByRole('button', { name: button }))
    await screen.findByRole('heading', { name: 'Your message has arrived' })
    expect(sent[0]?.body).toMatchObject({ topic, name: 'Aisyah Rahman', email: 'student@apogee.test' })
  })

  test('a message without text reports the missing field and is not sent', async () => {
    const sent = recordCalls('sendMessage', { success: true })
    const page = await renderRoute('/contact')
    await page.press.click(screen.getByRole('button', { name: 'Send message' }))
    for (const sentence of ['Name is required', 'Email is required', 'Message is required']) {
      expect(await screen.findByText(sentence)).toBeTruthy()
    }
    expect(sent).toEqual([])
  })

  test('too many messages from one address are refused, and the text is kept', async () => {
    refuse('sendMessage', 'TOO_MANY_ATTEMPTS')
    const page = await renderRoute('/contact')
    await fill(page)
    await page.press.click(screen.getByRole('button', { name: 'Send message' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Too many attempts. Please wait a few minutes and try again.',
    )
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your message').value).toBe('Do you run workshops?')
  })

  test('a message without a connection keeps its text and can be sent again', async () => {
    breakNetwork('sendMessage')
    const page = await renderRoute('/contact')
    await fill(page)
    await page.press.click(screen.getByRole('button', { name: 'Send message' }))
    await screen.findByRole('alert')
    answer('sendMessage', { success: true })
    await page.press.click(screen.getByRole('button', { name: 'Send message' }))
    await screen.findByRole('heading', { name: 'Your message has arrived' })
  })
})

test('the sign-in page links to Forgot password, the registration to the terms and the privacy policy', async () => {
  const page = await renderRoute('/login')
  expect(screen.getByRole('link', { name: /^Forgot password/ }).getAttribute('href')).toBe('/forgot-password')
  page.unmount()
  await renderRoute('/register')
  expect(main().getByRole('link', { name: 'Terms of Service' }).getAttribute('href')).toBe('/terms')
  expect(main().getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/privacy')
})
