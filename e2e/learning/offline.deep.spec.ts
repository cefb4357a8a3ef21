/** Tests which content the service worker caches, which content it excludes, and the offline pages. */
import type { Page } from '@playwright/test'
import { findFaults } from '../support/accessibility-faults.ts'
import { interruptibleProxy, type InterruptibleProxy } from '../support/interruptible-proxy.ts'
import { expect, open, test, waitForHydration } from '../support/journey.ts'
import { as, signInAs, demoPerson, newLearner } from '../support/people.ts'
import { captionsShow, pictureMoves, player, seekTo, startPlaying } from '../support/player.ts'
import { courseNamed, courses, enrol, lessonsOf } from '../support/school.ts'

test.use({
  serviceWorkers: 'allow',
  expectedComplaints:
    /ERR_CONNECTION|ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|ERR_FAILED|error occurred when fetching the script/,
})

/** Waits until the worker controls this page and has cached the offline page. */
async function waitForOfflineCache(page: Page): Promise<void> {
  const isKept = () =>
    page.evaluate(
      async () =>
        navigator.serviceWorker.controller?.state === 'activated' &&
        (await caches.match('/offline')) !== undefined,
    )
  await expect.poll(isKept).toBe(true)
}

const keptAddresses = async (): Promise<string[]> => {
  const names = await caches.keys()
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  return requests.flat().map(({ url }) => new URL(url).pathname)
}

const cannotBeReached = { level: 1, name: 'Apogee cannot be reached right now' } as const

const lineTest = test.extend<{ line: InterruptibleProxy }>({
  line: async ({ baseURL, page }, use) => {
    const line = await interruptibleProxy(String(baseURL))
    await use(line)
    await page.goto('about:blank')
    await line.cut()
  },
})

lineTest(
  'without a connection another page says so and what still works, and opens when it is back',
  async ({ page, line }) => {
    await open(page, `${line.origin}/marketplace`)
    await waitForOfflineCache(page)
    await line.cut()
    await page.goto(`${line.origin}/about`)
    await expect(page).toHaveURL(`${line.origin}/about`)
    await expect(page.getByRole('heading', cannotBeReached)).toBeVisible()
    await expect(page.getByText('You stay signed in, and your cart stays as it is.')).toBeVisible()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', cannotBeReached)).toBeVisible()
    await line.mend()
    // The event simulates the return of the browser's connection.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByRole('heading', { level: 1, name: 'About Apogee' })).toBeVisible()
    await waitForHydration(page)
  },
)

lineTest(
  'the page for being offline speaks the chosen language, wears the chosen theme and is accessible',
  async ({ page, context, line }) => {
    await open(page, `${line.origin}/about`)
    await waitForOfflineCache(page)
    await line.cut()
    for (const [theme, lang, name] of [
      ['space', 'en', cannotBeReached.name],
      ['daylight', 'ms', 'Apogee tidak dapat dihubungi sekarang'],
    ] as const) {
      await context.addCookies([
        { name: 'theme', value: theme, url: line.origin },
        { name: 'lang', value: lang, url: line.origin },
      ])
      await page.goto(`${line.origin}/pricing`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      await expect(page).toHaveTitle(`${name} · Apogee`)
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      expect(await findFaults(page)).toEqual([])
    }
  },
)

test("documents always come from the network: a seller's change is visible at the next visit", async ({
  page,
  request,
}) => {
  const admin = await demoPerson(request, 'admin')
  const created = await request.post('/api/courses', {
    ...as(admin),
    data: {
      title: 'Knots for Small Boats',
      description: 'Ten knots.',
      image: '',
      price: 0,
      isPrivate: false,
    },
  })
  expect(created.status(), await created.text()).toBe(201)
  const { id } = ((await created.json()) as { data: { id: number } }).data
  await open(page, `/sp/${id}/`)
  await waitForOfflineCache(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Knots for Small Boats' })).toBeVisible()
  const changed = await request.put(`/api/courses/${id}`, {
    ...as(admin),
    data: { title: 'Knots for Every Boat' },
  })
  expect(changed.ok(), await changed.text()).toBe(true)
  await expect(async () => {
    await page.reload()
    await expect(page).toHaveTitle(/Knots for Every Boat/)
  }).toPass()
  await request.delete(`/api/courses/${id}`, as(admin))
})

test('the cache holds only hashed files and the offline page, and signing out empties the cache', async ({
  page,
  request,
}) => {
  await signInAs(page, await newLearner(request, 'Salmah Ali'))
  await open(page, '/dashboard')
  await waitForOfflineCache(page)
  await open(page, '/courses')
  await expect(page.getByRole('heading', { level: 1, name: 'Available Courses' })).toBeVisible()
  await expect.poll(() => page.evaluate(keptAddresses)).toContainEqual(expect.stringMatching(/\.js$/))
  for (const address of await page.evaluate(keptAddresses)) expect(address).toMatch(/^\/(assets\/|offline$)/)

  await page.getByRole('button', { name: 'Account of Salmah Ali' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => page.evaluate(keptAddresses)).not.toContain('/offline')
})

const doneCourses = async (): Promise<number> => {
  const names = (await caches.keys()).filter((name) => name.startsWith('apogee-kept-'))
  const answers = await Promise.all(names.map(async (name) => (await caches.open(name)).match('/kept/facts')))
  const facts: { isDone?: boolean }[] = await Promise.all(
    answers.map(async (answer) => (await answer?.json()) ?? {}),
  )
  return facts.filter(({ isDone }) => isDone).length
}

/** Opens a course as this learner through the proxy, once the worker controls the page. */
async function openCourse(
  page: Page,
  line: InterruptibleProxy,
  token: string,
  courseId: number,
): Promise<void> {
  await page.goto(`${line.origin}/robots.txt`)
  await page.evaluate((given) => localStorage.setItem('authToken', given), token)
  await open(page, `${line.origin}/course/${courseId}`)
  await waitForOfflineCache(page)
}

/** Waits until this browser has stored a course with its files. */
async function waitForKeptCourse(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(doneCourses)).toBe(1)
}

lineTest(
  'the last course opens without a connection, and what is done there arrives afterwards',
  async ({ page, context, line, request }) => {
    const learner = await newLearner(request)
    const course = await courseNamed(request, courses.git)
    await enrol(request, learner, course.id)
    const lessons = await lessonsOf(request, course.id, learner)
    const document = lessons.find(({ fileType }) => fileType === 'pdf')
    const [first] = lessons
    if (!document || !first) throw new Error('The course lacks a lesson or a document')
    await openCourse(page, line, learner.token, course.id)
    await waitForKeptCourse(page)
    await page.goto('about:blank')
    await line.cut()

    const again = await context.newPage()
    // The installed app starts at this URL.
    await open(again, `${line.origin}/`)
    await expect(again).toHaveURL(`${line.origin}/course/${course.id}`)
    await expect(again.getByRole('heading', { level: 1, name: courses.git })).toBeVisible()
    await expect(again.getByText(/^Offline: this course as it was on/)).toBeVisible()
    await open(again, `${line.origin}${document.path}`)
    await expect(again.getByRole('heading', { level: 2, name: document.title })).toBeVisible()
    // A browser without a PDF viewer uses the product's own one. That one has read the file when it shows the number of pages.
    await expect(again.locator('iframe').or(again.getByText(/^Page 1 of \d+$/))).toBeVisible()
    await again.getByRole('button', { name: 'Mark as Complete' }).click()
    await expect(again.getByText('Saved on this device').first()).toBeVisible()
    await again.goto('about:blank')
    await open(again, `${line.origin}${document.path}`)
    await expect(again.getByRole('button', { name: 'Mark as Incomplete' })).toBeVisible()
    await again.goto(`${line.origin}/about`)
    await again.getByRole('link', { name: courses.git }).click()
    await expect(again).toHaveURL(`${line.origin}/course/${course.id}`)
    await again.close()
    const completed = async () =>
      (await lessonsOf(request, course.id, learner)).filter(({ progress }) => progress?.completed).length
    expect(await completed()).toBe(0)

    await line.mend()
    const back = await context.newPage()
    await open(back, `${line.origin}/notifications`)
    await expect.poll(completed).toBe(1)
    await back.goto('about:blank')
  },
)

lineTest(
  'a course that a learner keeps opens beside the one that was opened last, and is removed on My learning',
  async ({ page, line, request }) => {
    const learner = await newLearner(request)
    const [chosen, other] = [
      await courseNamed(request, courses.git),
      await courseNamed(request, 'Statistics You Can Say Out Loud'),
    ]
    for (const { id } of [chosen, other]) await enrol(request, learner, id)
    await openCourse(page, line, learner.token, chosen.id)
    const controls = page.getByRole('group', { name: 'Download for offline' })
    await controls.getByRole('button', { name: /^Download for offline, [\d.]+ MB$/ }).click()
    await expect(controls.getByText(/^Kept on this device, [\d.]+ MB$/)).toBeVisible()
    expect(await findFaults(page)).toEqual([])
    await open(page, `${line.origin}/course/${other.id}`)
    // Both courses have all their files.
    await expect.poll(() => page.evaluate(doneCourses)).toBe(2)

    await line.cut()
    await page.goto(`${line.origin}/about`)
    await page.getByRole('link', { name: chosen.title }).click()
    await expect(page.getByRole('heading', { level: 1, name: chosen.title })).toBeVisible()
    await expect(page.getByText(/^Offline: this course as it was on/)).toBeVisible()

    await line.mend()
    await open(page, `${line.origin}/learning`)
    const section = page.getByRole('region', { name: 'On this device' })
    await section.getByRole('button', { name: `Remove ${chosen.title} from this device` }).click()
    await expect(section.getByRole('link')).toHaveCount(1)
  },
)

lineTest(
  'kept videos play and seek without a connection, and their place is saved once it is back',
  async ({ page, line, request }) => {
    const learner = await newLearner(request)
    const course = await courseNamed(request, courses.git)
    await enrol(request, learner, course.id)
    const video = (await lessonsOf(request, course.id, learner)).find(({ fileType }) => fileType === 'video')
    if (!video) throw new Error('The course has no video')
    await openCourse(page, line, learner.token, course.id)
    const controls = page.getByRole('group', { name: 'Download for offline' })
    await controls.getByRole('button', { name: /^Download with videos, [\d.]+ MB$/ }).click()
    await expect(controls.getByText(/^Kept on this device, [\d.]+ MB$/)).toBeVisible()
    await page.goto('about:blank')
    await line.cut()

    await open(page, `${line.origin}${video.path}`)
    await startPlaying(page)
    await pictureMoves(page)
    await seekTo(page, 30)
    await pictureMoves(page)
    await player(page).getByRole('button', { name: 'Captions on' }).click()
    await captionsShow(page)
    await page.evaluate(() => document.querySelector('video')?.pause())

    await line.mend()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    const progress = async () =>
      (await lessonsOf(request, course.id, learner)).find(({ path }) => path === video.path)?.progress
    await expect.poll(async () => (await progress())?.position).toBeGreaterThanOrEqual(30)
    // The watch time counts the played seconds, without the skipped ones.
    const { position = 0, watchTime = 0 } = (await progress()) ?? {}
    expect(watchTime).toBeGreaterThan(0)
    expect(watchTime).toBeLessThan(position - 10)
  },
)

lineTest('the kept course opens when the network loses what is sent', async ({ page, line, request }) => {
  const learner = await newLearner(request)
  const course = await courseNamed(request, courses.git)
  await enrol(request, learner, course.id)
  await openCourse(page, line, learner.token, course.id)
  await waitForKeptCourse(page)
  await page.goto('about:blank')
  line.swallow()

  // The requests get no answer: first the service worker waits for the document, then the page waits for its session.
  await page.goto(`${line.origin}/course/${course.id}`)
  await expect(page.getByRole('heading', { level: 1, name: courses.git })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(/^Offline: this course as it was on/)).toBeVisible()

  await line.cut()
  await line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText(/^Offline: this course as it was on/)).toBeHidden()
})

lineTest(
  "another account's session sees nothing of the kept course, which is deleted",
  async ({ page, line, request }) => {
    const learner = await newLearner(request)
    const course = await courseNamed(request, courses.git)
    await enrol(request, learner, course.id)
    await openCourse(page, line, learner.token, course.id)
    await waitForKeptCourse(page)
    const other = await newLearner(request)
    await page.evaluate((token) => localStorage.setItem('authToken', token), other.token)
    await line.cut()
    await open(page, `${line.origin}/course/${course.id}`)
    await expect(page.getByRole('heading', { name: 'Apogee cannot be reached right now' })).toBeVisible()
    await expect
      .poll(() => page.evaluate(keptAddresses))
      .not.toContainEqual(expect.stringMatching(/^\/kept\//))
  },
)

test('signing out deletes the kept course', async ({ page, request }) => {
  const learner = await newLearner(request, 'Salmah Ali')
  const course = await courseNamed(request, courses.git)
  await enrol(request, learner, course.id)
  await signInAs(page, learner)
  await open(page, `/course/${course.id}`)
  await waitForOfflineCache(page)
  await waitForKeptCourse(page)
  await page.getByRole('button', { name: 'Account of Salmah Ali' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => page.evaluate(keptAddresses)).not.toContainEqual(expect.stringMatching(/^\/kept\//))
})

lineTest(
  'what a learner does without a connection arrives after the browser has ended both pages',
  async ({ page: first, context, line, request }) => {
    const learner = await newLearner(request)
    const course = await courseNamed(request, courses.git)
    await enrol(request, learner, course.id)
    const [lesson] = await lessonsOf(request, course.id, learner)
    await first.goto(`${line.origin}/robots.txt`)
    await first.evaluate((token) => localStorage.setItem('authToken', token), learner.token)
    const page = await context.newPage()
    await open(page, `${line.origin}${lesson?.path}`)
    const quiz = await context.newPage()
    await open(quiz, `${line.origin}/assessment/1`)
    await quiz.getByRole('button', { name: 'Start Assessment' }).click()
    await expect(quiz.getByRole('heading', { name: 'Question 1 of 3' })).toBeVisible()

    // The browser's offline switch ends with the page, so the page's last request would still arrive. The cut connection blocks
    // that request, too.
    await line.cut()
    await quiz.getByRole('radio', { name: /ringgit are left/ }).check()
    await page.getByRole('button', { name: 'Mark as Complete' }).click()
    await expect(page.getByRole('button', { name: 'Mark as Incomplete' })).toBeVisible()
    await expect(page.getByText('Saved on this device').first()).toBeVisible()
    await quiz.close()
    await page.close()
    const completed = async () =>
      (await lessonsOf(request, course.id, learner)).filter(({ progress }) => progress?.completed).length
    expect(await completed()).toBe(0)

    await line.mend()
    await open(first, `${line.origin}/notifications`)
    await expect.poll(completed).toBe(1)
    const answered = async () => {
      const answer = await request.get('/api/assessments/1/attempts/1', as(learner))
      const { data } = (await answer.json()) as { data: { questions: { given: unknown }[] } }
      return data.questions.filter(({ given }) => given !== null).length
    }
    await expect.poll(answered).toBe(1)
  },
)

lineTest(
  'a lesson and a quiz go on in airplane mode after the tab was killed, and are handed in once the connection is back',
  async ({ page: first, context, line, request }) => {
    const learner = await newLearner(request)
    const course = await courseNamed(request, courses.git)
    await enrol(request, learner, course.id)
    const [lesson] = await lessonsOf(request, course.id, learner)
    await openCourse(first, line, learner.token, course.id)
    await waitForKeptCourse(first)
    const quiz = await context.newPage()
    await open(quiz, `${line.origin}/assessment/1`)
    await quiz.getByRole('button', { name: 'Start Assessment' }).click()
    await quiz.getByRole('radio', { name: /ringgit are left/ }).check()
    await expect(quiz.getByText('All answers saved')).toBeVisible()
    await expect.poll(() => quiz.evaluate(keptAddresses)).toContain('/kept/attempt')
    await first.goto('about:blank')

    await line.cut()
    await context.setOffline(true)
    await quiz.getByRole('button', { name: /^Question 3/ }).click()
    await quiz.getByRole('radio', { name: 'True' }).check()
    await expect(quiz.getByText(/^No connection\. Your answers are kept/)).toBeVisible()
    await quiz.close()

    const again = await context.newPage()
    // The installed app starts at this URL and opens the quiz whose time is running.
    await open(again, `${line.origin}/`)
    await expect(again).toHaveURL(`${line.origin}/assessment/1`)
    await expect(again.getByText('2 of 3 answered')).toBeVisible()
    await again.goto(`${line.origin}/about`)
    await expect(
      again.getByText(/^You can go on with the quiz under way: .+, \d+ minutes? left$/),
    ).toBeVisible()
    expect(await findFaults(again)).toEqual([])
    await again.locator(`a[href="/course/${course.id}"]:visible`).click()
    await expect(again.getByText(/^Quiz under way: .+\. \d+ minutes? left\./)).toBeVisible()
    expect(await findFaults(again)).toEqual([])
    await again.getByRole('link', { name: 'Go on with the quiz' }).click()
    await expect(again).toHaveURL(`${line.origin}/assessment/1`)
    await expect(again.getByText('2 of 3 answered')).toBeVisible()
    await again.goto(`${line.origin}/about`)
    await again.locator('a[href="/assessment/1"]:visible').click()
    await expect(again.getByText('2 of 3 answered')).toBeVisible()
    await again.getByRole('button', { name: /^Question 1/ }).click()
    await expect(again.getByRole('radio', { name: /ringgit are left/ })).toBeChecked()
    await again.getByRole('button', { name: /^Question 3/ }).click()
    await expect(again.getByRole('radio', { name: 'True' })).toBeChecked()
    expect(await findFaults(again)).toEqual([])
    await again.getByRole('button', { name: 'Submit Assessment' }).click()
    await again.getByRole('button', { name: 'Submit anyway' }).click()
    await expect(again.getByText(/^Handed in without a connection/)).toBeVisible()
    expect(await findFaults(again)).toEqual([])
    await open(again, `${line.origin}${lesson?.path}`)
    await again.getByRole('button', { name: 'Mark as Complete' }).click()
    await expect(again.getByText('Saved on this device').first()).toBeVisible()
    await again.close()
    const attempt = async () => {
      const answer = await request.get('/api/assessments/1/attempts/1', as(learner))
      return ((await answer.json()) as { data: { state: string; questions: { given: unknown }[] } }).data
    }
    expect((await attempt()).state).toBe('open')

    await line.mend()
    await context.setOffline(false)
    const back = await context.newPage()
    await open(back, `${line.origin}/assessment/1`)
    await expect.poll(async () => (await attempt()).state).toBe('graded')
    const given = (await attempt()).questions.map((question) => question.given !== null)
    expect(given).toEqual([true, false, true])
    await expect(back.getByRole('heading', { name: /^Result/ })).toBeVisible()
    const completed = async () =>
      (await lessonsOf(request, course.id, learner)).filter(({ progress }) => progress?.completed).length
    await expect.poll(completed).toBe(1)
    await expect.poll(() => back.evaluate(keptAddresses)).not.toContain('/kept/attempt')
    await back.goto('about:blank')
  },
)

test.describe('with a session that has ended elsewhere', () => {
  test.use({ expectedComplaints: /401 \(Unauthorized\)/ })

  test('the cache is emptied as soon as the browser learns that the session has ended', async ({
    page,
    request,
  }) => {
    const learner = await newLearner(request)
    await signInAs(page, learner)
    await open(page, '/dashboard')
    await waitForOfflineCache(page)
    await page.evaluate(async () => (await caches.open('apogee-older')).put('/assets/mark', new Response('')))
    await request.post('/api/auth/logout', as(learner))
    // The page is left at this moment, so only the service worker can empty the cache.
    await page.addInitScript(() => {
      CacheStorage.prototype.delete = () => new Promise(() => {})
    })
    await page.reload()
    await expect(page).toHaveURL('/login')
    await expect.poll(() => page.evaluate(keptAddresses)).not.toContain('/assets/mark')
  })
})
