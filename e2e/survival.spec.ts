import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { expect, open, test } from './journey.ts'
import { as, signInAs, newLearner, type Person } from './people.ts'
import { enginePid, freePort, isAlive, startProduct, type ProductProcess } from './product-process.ts'
import { courseNamed, courses } from './school.ts'

interface Ground {
  dataDir: string
  port: number
  /** Starts the product here; whatever still runs of it afterwards is ended. */
  start: () => Promise<ProductProcess>
}

const groundTest = test.extend<{ ground: Ground }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  ground: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'apogee-survival-'))
    const port = await freePort()
    const pids: number[] = []
    await use({
      dataDir,
      port,
      start: async () => {
        const product = await startProduct(port, dataDir)
        pids.push(product.pid)
        return product
      },
    })
    const engine = await enginePid(dataDir)
    for (const pid of [...pids, ...(engine === null ? [] : [engine])]) {
      if (isAlive(pid)) process.kill(pid, 'SIGTERM')
      await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false)
    }
    await rm(dataDir, { recursive: true, force: true })
  },
})

/** Buys up to the press of Pay, without returning from the payment page. */
async function payAndStayAway(request: APIRequestContext, buyer: Person, courseId: number): Promise<string> {
  const started = await request.post('/api/payments', {
    ...as(buyer),
    data: { courseId, userId: buyer.id },
  })
  const { payment_url, purchase_id } = (await started.json()) as { payment_url: string; purchase_id: string }
  const paid = await request.post(new URL('pay/', payment_url).href, {
    maxRedirects: 0,
    form: {
      method: 'card',
      card_number: '4444 3333 2222 1111',
      card_expiry: '12/40',
      card_cvc: '123',
      callback_delay: '3600',
    },
  })
  expect(paid.status(), await paid.text()).toBe(303)
  return purchase_id
}

async function history(request: APIRequestContext, { id, ...buyer }: Person): Promise<string[]> {
  const answer = await request.get(`/api/payments/history/${id}`, as(buyer))
  const { data } = (await answer.json()) as { data: { status: string }[] }
  return data.map((payment) => payment.status)
}

async function coursesOf(request: APIRequestContext, learner: Person): Promise<number[]> {
  const answer = await request.get('/api/courses/enrolled', {
    ...as(learner),
    params: { userId: learner.id },
  })
  const { data } = (await answer.json()) as { data: { id: number }[] }
  return data.map((course) => course.id)
}

groundTest(
  'killed right after two people paid, the product gives each the course exactly once',
  async ({ ground, browser, playwright }) => {
    test.setTimeout(600_000)
    const first = await ground.start()
    const request = await playwright.request.newContext({ baseURL: first.origin })
    const course = await courseNamed(request, courses.sql)
    const absent = await newLearner(request, 'Goh Mei Yee')
    const returning = await newLearner(request, 'Hafiz Osman')
    await payAndStayAway(request, absent, course.id)
    const purchase = await payAndStayAway(request, returning, course.id)
    expect(await history(request, returning)).not.toContain('paid')
    expect(await first.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })

    const second = await ground.start()
    await test.step('after a crash a returning buyer sees the payment', async () => {
      const context = await browser.newContext({ baseURL: second.origin })
      const page = await context.newPage()
      await signInAs(page, returning)
      await open(page, `/checkout/success?purchase_id=${purchase}`)
      await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
      await open(page, '/dashboard')
      await expect(page.getByRole('link', { name: course.title }).first()).toBeVisible()
      await open(page, '/purchases')
      await expect(page.getByRole('row').filter({ hasText: course.title })).toHaveCount(1)
      await context.close()
    })
    await test.step('after a crash a buyer who does not return is enrolled', async () => {
      await expect.poll(() => history(request, absent), { timeout: 150_000 }).toEqual(['paid'])
    })
    expect(await history(request, returning)).toEqual(['paid'])
    for (const learner of [absent, returning]) {
      expect(await coursesOf(request, learner)).toEqual([course.id])
    }
    await request.dispose()
    expect(await second.end('SIGTERM')).toEqual({ code: 0, signal: null })
  },
)

groundTest(
  'asked to stop, alone or with its whole group, the product ends with 0 and leaves no process',
  async ({ ground }) => {
    test.setTimeout(600_000)
    for (const [signal, whom] of [
      ['SIGTERM', 'process'],
      ['SIGINT', 'group'],
      ['SIGTERM', 'group'],
    ] as const) {
      await test.step(`${signal} to the ${whom}`, async () => {
        const product = await ground.start()
        const engine = await enginePid(ground.dataDir)
        if (engine === null) throw new Error('No engine runs')
        expect(await product.end(signal, whom)).toEqual({ code: 0, signal: null })
        expect(isAlive(product.pid)).toBe(false)
        expect(isAlive(engine), 'the engine').toBe(false)
        expect(await enginePid(ground.dataDir)).toBeNull()
      })
    }
  },
)
