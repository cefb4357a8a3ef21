import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { expect, open, test, waitForHydration } from '../support/journey.ts'
import { payByCard, expectPaymentPage } from '../support/payment-page.ts'
import { fillRegistration, newEmail } from '../support/people.ts'
import {
  captionsShow,
  expectSound,
  pictureMoves,
  player,
  position,
  seekTo,
  startPlaying,
} from '../support/player.ts'
import { courseNamed, courses, lessonsOf } from '../support/school.ts'

test('a visitor finds a course, signs up on the way, pays by card and studies it', async ({
  page,
  request,
}) => {
  const course = await courseNamed(request, courses.sql)
  const lessons = await lessonsOf(request, course.id)
  const videos = lessons.filter((lesson) => lesson.fileType === 'video')
  const [first, second] = videos
  const handout = lessons.find((lesson) => lesson.fileType === 'pdf')
  if (!first || !second || !handout) throw new Error('The course lacks its videos or its handout')

  await test.step('the marketplace narrows to the course', async () => {
    await open(page, '/marketplace')
    await page.getByRole('link', { name: 'Data Science', exact: true }).click()
    await page.getByRole('searchbox', { name: 'Search courses' }).fill('PEOPLE with questions')
    await expect(page.getByText('1 course', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: new RegExp(`^View Course.*${course.title}`) }).click()
    await expect(page).toHaveURL(`/sp/${course.id}/`)
    await expect(page.getByRole('heading', { level: 1, name: course.title })).toBeVisible()
  })

  await test.step('buying requires sign-in, and is carried out after the registration', async () => {
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await expect(page).toHaveURL((url) => url.pathname === '/login')
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(`/course/${course.id}/sales`)
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
    await expect(page).toHaveURL((url) => url.pathname === '/register')
    await fillRegistration(page, 'Hakim Yusof', newEmail('stranger'))
  })

  await test.step('a card pays for it', async () => {
    await expectPaymentPage(page, formatPlainRinggit(course.price))
    await payByCard(page)
    await expect(page).toHaveURL((url) => url.pathname === '/checkout/success')
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
  })

  await test.step('the course waits on the dashboard', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back, Hakim Yusof' })).toBeVisible()
    await page.getByRole('link', { name: course.title }).first().click()
    await expect(page).toHaveURL(`/course/${course.id}`)
    await expect(page.getByText(`(0/${videos.length} lessons)`)).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: first.title }).click()
    await expect(page).toHaveURL(first.path)
  })

  await test.step('the video plays with sound and captions, and seeks', async () => {
    await startPlaying(page)
    await pictureMoves(page)
    await expectSound(page)
    await player(page).getByRole('button', { name: 'Captions on' }).click()
    await captionsShow(page)
    await seekTo(page, 12)
    await pictureMoves(page)
  })

  await test.step('the position in the video and a bookmark survive a reload', async () => {
    const notes = page.getByRole('region', { name: 'Notes' })
    await page.getByRole('button', { name: 'Notes', exact: true }).click()
    await expect(notes).toBeVisible()
    const saved = page.waitForResponse(
      (response) => response.url().includes('/progress') && response.request().method() !== 'GET',
    )
    // The controls hide while the pointer is outside the player.
    await player(page).hover()
    await player(page).getByRole('button', { name: 'Pause' }).click()
    const left = await position(page)
    expect((await saved).ok()).toBe(true)
    const kept = page.waitForResponse((response) => response.url().includes('/notes/'))
    await player(page).press('b')
    expect((await kept).ok()).toBe(true)
    await page.reload()
    await waitForHydration(page)
    await expect(notes.getByRole('listitem')).toHaveText(/Bookmark/)
    await expect.poll(() => position(page)).toBeGreaterThan(left - 1)
    expect(await position(page)).toBeLessThan(left + 1)
  })

  await test.step('a line of the transcript plays from there, and a search opens another lesson at its second', async () => {
    await page.getByRole('button', { name: 'Transcript' }).click()
    const transcript = page.getByRole('region', { name: 'Transcript' })
    const line = transcript.getByRole('listitem').nth(1).getByRole('button')
    await line.click()
    await expect(line).toHaveAttribute('aria-current', 'true')
    await pictureMoves(page)
    await transcript.getByRole('searchbox').fill('INVENTED RM')
    await transcript.getByRole('button', { name: 'Search the whole course' }).click()
    await transcript.getByRole('link', { name: /invented RM/ }).click()
    await expect(page).toHaveURL((url) => url.pathname !== first.path && url.searchParams.has('t'))
    const second = Number(new URL(page.url()).searchParams.get('t'))
    await expect.poll(() => position(page)).toBeGreaterThan(second)
    await page.goBack()
    await expect(page).toHaveURL(first.path)
  })

  await test.step('completed lessons stay completed', async () => {
    await page.getByRole('button', { name: 'Mark as Complete' }).click()
    await expect(page.getByRole('button', { name: 'Mark as Incomplete' })).toBeVisible()
    await expect(page.getByText(`(1/${videos.length} lessons)`)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Mark as Incomplete' })).toBeVisible()
    await expect(page.getByText(`(1/${videos.length} lessons)`)).toBeVisible()
  })

  await test.step('the handout opens', async () => {
    await open(page, `/course/${course.id}`)
    await page.getByRole('main').getByRole('link', { name: handout.title }).first().click()
    await expect(page).toHaveURL(handout.path)
    const address = await page.getByRole('link', { name: 'Open in New Tab' }).getAttribute('href')
    const file = await page.request.get(address ?? '')
    expect(file.headers()['content-type']).toBe('application/pdf')
    expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-')
  })

  await test.step('the dashboard and the purchases show it', async () => {
    const percent = `${Math.round(100 / videos.length)}%`
    await open(page, '/dashboard')
    await expect(
      page.getByRole('progressbar', { name: `Progress of ${course.title}` }).first(),
    ).toHaveAttribute('aria-valuetext', percent)
    await open(page, '/purchases')
    const rows = page.getByRole('row').filter({ hasText: course.title })
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('Paid')
    await expect(rows).toContainText(formatPlainRinggit(course.price))
  })
})
