/** Contains the tests that need a product with other settings. They share one product without the demo school. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  localClient,
  startLocalProvider,
  type LocalProvider,
} from '../apps/server/src/adapters/sign-in/local-provider.testing.ts'
import { scormPackage } from '../apps/server/src/features/scorm/testing.ts'
import { expect, open, test, watch } from './support/journey.ts'
import { as, newEmail, newLearner, newPassword, postAs, signInAs } from './support/people.ts'
import { freePort, startProduct } from './support/product-process.ts'
import { enrol, lessonsOf } from './support/school.ts'

interface Configured {
  origin: string
  /** This origin is another name for the same process. */
  packages: string
  provider: LocalProvider
}

const configured = test.extend<object, { product: Configured }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'apogee-configured-'))
      const port = await freePort()
      // The browser treats `localhost` as another site than 127.0.0.1, as it does with Google. The redirects must keep their
      // cookies anyway.
      const provider = await startLocalProvider({ host: 'localhost' })
      const packages = `http://localhost:${port}`
      const { origin, stop } = await startProduct(port, dataDir, {
        DEMO_DATA: 'false',
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        PACKAGE_ORIGIN: packages,
        GOOGLE_CLIENT_ID: localClient.clientId,
        GOOGLE_CLIENT_SECRET: localClient.clientSecret,
        OIDC_ISSUER_GOOGLE: provider.origin,
      })
      await use({ origin, packages, provider })
      expect(await stop()).toEqual({ code: 0, signal: null })
      await provider.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

// One worker runs all tests, so that the product is started once.
configured.describe.configure({ mode: 'default' })

configured(
  'signing in through Google leads to the requested page, and leaves nothing in the address',
  async ({ page, product }) => {
    await open(page, `${product.origin}/login?redirect=%2Fsettings`)
    await page.getByRole('button', { name: 'GitHub' }).click()
    await expect(page.getByText(/GitHub sign-in is not set up on this site\./)).toBeVisible()
    await page.getByRole('button', { name: 'Google' }).click()
    await expect(page.getByRole('heading', { name: 'Change password' })).toBeVisible()
    expect(page.url()).toBe(`${product.origin}/settings`)
    await page.goBack()
    expect(page.url()).not.toContain('code=')

    // When the provider declines a sign-in, the form says so and the reason is removed from the URL. The session is cleared on a
    // page that sends no requests, so that the product does not notice.
    await page.goto(`${product.origin}/healthz`)
    await page.evaluate(() => localStorage.clear())
    product.provider.setFaults({ declines: true })
    await open(page, `${product.origin}/login`)
    await page.getByRole('button', { name: 'Google' }).click()
    await expect(page.getByText('Signing in with Google was cancelled.')).toBeVisible()
    await expect(page).toHaveURL(`${product.origin}/login`)
  },
)

configured(
  'a package on a host of its own reports to the lesson, completes it, and reaches nothing else there',
  async ({ product, browser, playwright, complaints }) => {
    const { packages } = product
    const request = await playwright.request.newContext({ baseURL: product.origin })
    const email = newEmail('seller')
    const registered = await request.post('/api/auth/admin/register', {
      data: {
        name: 'Faridah Noor',
        email,
        password: newPassword,
        businessName: 'Fire School',
        businessEmail: email,
        businessPhone: '03-1234 5678',
        businessAddress: '1 Jalan Ujian, Kuala Lumpur',
      },
    })
    expect(registered.ok(), await registered.text()).toBe(true)
    const { data } = (await registered.json()) as { data: { token: string } }
    const post = postAs(request, data)
    const course = await post('/courses', { title: 'Fire drills', description: 'To play', price: 0 })
    await request.put(`/api/courses/${course.id}/state`, { ...as(data), data: { state: 'published' } })
    const module = await post('/course-content', { courseId: course.id, title: 'Safety', isPublished: true })
    const buffer = await scormPackage({ version: '2004' })
    const upload = await request.post('/api/upload?purpose=package', {
      ...as(data),
      multipart: { file: { name: 'fire.zip', mimeType: 'application/zip', buffer } },
    })
    const { url } = (await upload.json()) as { url: string }
    const made = await post(`/course-content/${module.id}/packages`, { filePath: url })
    await request.put(`/api/course-resources/${made.id}`, { ...as(data), data: { isPublished: true } })
    const learner = await newLearner(request, 'Nurul Huda')
    await enrol(request, learner, course.id)
    const [lesson] = await lessonsOf(request, course.id, learner)

    const context = await browser.newContext({ baseURL: product.origin })
    await watch(context, (text) => complaints.push(text))
    const page = await context.newPage()
    const asked: { url: URL; cookie: string | undefined }[] = []
    page.on('request', (sent) => {
      asked.push({ url: new URL(sent.url()), cookie: sent.headers()['cookie'] })
    })
    await signInAs(page, learner)
    await context.addCookies([{ name: 'lang', value: 'en', url: product.origin }])
    await open(page, lesson?.path ?? '')
    const frame = page.frameLocator('iframe')
    await expect(frame.getByText('Hello, Nurul Huda')).toBeVisible()
    await frame.getByRole('button', { name: '911' }).click()
    await expect(page.getByText('Score: 20%')).toBeVisible()
    await frame.getByRole('link', { name: 'Next page' }).click()
    await expect(frame.getByText('Before: answered 20')).toBeVisible()
    // A document without an origin has no storage of the browser, so the package gets a storage in memory.
    const stored = await frame.locator('body').evaluate(() => {
      localStorage.setItem('page', 'next')
      return localStorage.getItem('page')
    })
    expect(stored).toBe('next')
    await page.reload()
    await frame.getByRole('button', { name: '999' }).click()
    await expect(page.getByText('Passed', { exact: true })).toBeVisible()
    await expect(page.getByText('The package has reported this lesson as completed.')).toBeVisible()

    const ofPackages = asked.filter(({ url: { pathname } }) => pathname.startsWith('/packages/'))
    expect(ofPackages.length).toBeGreaterThan(6)
    expect(new Set(ofPackages.map((sent) => sent.url.origin))).toEqual(new Set([packages]))
    expect(ofPackages.filter(({ cookie }) => cookie !== undefined)).toEqual([])
    expect(await context.cookies(packages)).toEqual([])
    // The path of the frame leads nowhere at the product's own host.
    const address = ofPackages.find(({ url: { pathname } }) => pathname.endsWith('start.html'))?.url
    expect((await request.get(`${product.origin}${address?.pathname}`)).status()).toBe(404)
    expect((await request.get(`${packages}/api/courses`)).status()).toBe(404)
    await context.close()
    await request.dispose()
  },
)
