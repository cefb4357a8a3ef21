import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, testPassword, type TestApp } from '#server/app/testing.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
afterAll(() => server.stop())

const day = 24 * 3_600_000
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1 https://evil.example'

function browser(userAgent = phone) {
  let cookie = ''
  return async (email: string, headers: Record<string, string> = {}, password = testPassword) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '2001:db8::7',
      headers: { 'user-agent': userAgent, cookie, ...headers },
      payload: { email, password },
    })
    const kept = answer.cookies.find(({ name }) => name === 'apogee_device')
    if (kept) cookie = `${kept.name}=${kept.value}`
    return answer.statusCode
  }
}

async function mailsTo(email: string) {
  await server.jobs.runDueOnce()
  return server.mails.filter(({ to, subject }) => to === email && /sign-in|Log masuk/.test(subject))
}

const owner = () => server.person('student', { isProven: true })

test('a sign-in from a new browser mails when, with what and from where; the same browser is known from then on', async () => {
  const { email } = await owner()
  const signIn = browser()
  expect(await signIn(email)).toBe(200)
  expect(await signIn(email)).toBe(200)
  const [mail, ...others] = await mailsTo(email)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('New sign-in to your Apogee account')
  expect(mail?.body).toContain('Device: Safari on iPhone\nNetwork address: 2001:db8::/64')
  expect(mail?.body).toContain('http://127.0.0.1:3000/forgot-password')
  expect(mail?.body).toContain('http://127.0.0.1:3000/settings#sessions-heading')
  expect(mail?.body).not.toMatch(/evil|last one/)
})

test('the browser of a registration is mailed to nobody, nor any browser while the address is not verified', async () => {
  const person = await server.person()
  expect(await browser()(person.email)).toBe(200)
  expect(await mailsTo(person.email)).toEqual([])
})

test('the first sign-in of an account that knows no browser is mailed to nobody', async () => {
  const person = await owner()
  await server.database.transaction((tx) => server.services.accounts.devices.forgetAll(tx, person.id))
  expect(await browser()(person.email)).toBe(200)
  expect(await mailsTo(person.email)).toEqual([])
})

test('a wrong password from a new browser mails nothing', async () => {
  const { email } = await owner()
  expect(await browser()(email, {}, 'wrong')).toBe(401)
  expect(await mailsTo(email)).toEqual([])
})

test('an account gets three mails in a day, the last of which says so, and another one on the next day', async () => {
  const { email } = await owner()
  for (let made = 0; made < 5; made += 1) expect(await browser()(email)).toBe(200)
  const first = await mailsTo(email)
  expect(first.map(({ body }) => body.includes('this is the last one'))).toEqual([false, false, true])
  server.clock.advance(day + 1000)
  expect(await browser()(email)).toBe(200)
  expect(await mailsTo(email)).toHaveLength(4)
})

test('concurrent sign-ins from new browsers mail no more than three times', async () => {
  const { email } = await owner()
  const answers = await Promise.all(Array.from({ length: 8 }, () => browser()(email)))
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(await mailsTo(email)).toHaveLength(3)
})

test('the mail is in the language that was chosen in the new browser, and names unknown devices as such', async () => {
  const { email } = await owner()
  expect(await browser('curl/8.5')(email, { cookie: 'lang=ms' })).toBe(200)
  const [mail] = await mailsTo(email)
  expect(mail?.subject).toBe('Log masuk baharu ke akaun Apogee anda')
  expect(mail?.body).toContain('Peranti: Peranti tidak dikenali')
})

test('a browser that was forgotten with a new password is new again', async () => {
  const person = await owner()
  const signIn = browser()
  await signIn(person.email)
  const body = { currentPassword: testPassword, password: 'Brand-New-2' }
  expect((await server.call('changePassword', { body, as: person })).status).toBe(200)
  expect(await signIn(person.email, {}, 'Brand-New-2')).toBe(200)
  expect(await mailsTo(person.email)).toHaveLength(2)
})
