import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp } from '#server/app/testing.ts'

let strict: TestApp
let demo: TestApp
beforeAll(async () => {
  strict = await startTestApp({
    payments: unusedPayments,
    strictPasswords: true,
    breachedPasswords: { has: async (password) => password === 'Kelapa-Jatuh-88' },
  })
  demo = await startTestApp({ payments: unusedPayments })
})
afterAll(async () => {
  await strict.stop()
  await demo.stop()
})

const common = { status: 422, body: { errorCode: 'PASSWORD_COMMON' } }
const short = { status: 422, body: { errorCode: 'PASSWORD_SHORT_FOR_STAFF' } }

const person = (email: string, password: string) => ({ body: { name: 'Nadia Rashid', email, password } })
const founder = (email: string, password: string) => ({
  body: {
    name: 'Rozita Salleh',
    email,
    password,
    businessName: 'Pantai Outdoor',
    businessEmail: 'office@pantai.test',
    businessPhone: '+60355500100',
    businessAddress: 'Melaka',
  },
})

test('a registration with a common password, or one of the own name, is refused and makes no account', async () => {
  expect(await strict.call('register', person('n1@apogee.test', 'Password1'))).toMatchObject(common)
  expect(await strict.call('register', person('n1@apogee.test', 'Rashid-2024'))).toMatchObject(common)
  expect(await strict.call('register', person('n1@apogee.test', 'Orbit-W7'))).toMatchObject({ status: 201 })
})

test('a password of the file of breached passwords is refused, however rare it is', async () => {
  expect(await strict.call('register', person('n4@apogee.test', 'Kelapa-Jatuh-88'))).toMatchObject(common)
  expect(await strict.call('register', person('n4@apogee.test', 'Kelapa-Jatuh-89'))).toMatchObject({
    status: 201,
  })
})

test('the admin of a new business needs twelve characters that are not common', async () => {
  expect(await strict.call('registerBusiness', founder('r1@apogee.test', 'Orbit-W7'))).toMatchObject(short)
  expect(await strict.call('registerBusiness', founder('r1@apogee.test', 'Basketball12'))).toMatchObject(
    common,
  )
  expect(await strict.call('registerBusiness', founder('r1@apogee.test', 'PantaiOutdoor1'))).toMatchObject(
    common,
  )
  expect(await strict.call('registerBusiness', founder('r1@apogee.test', 'Orbit-Walk-7'))).toMatchObject({
    status: 201,
  })
})

test('a change is refused by the role that the person has now, and the old password stays', async () => {
  const registered = await strict.call('register', person('n2@apogee.test', 'Orbit-Walk-7'))
  const { token, user } = registered.body.data
  const change = (password: string, currentPassword = 'Orbit-Walk-7') =>
    strict.call('changePassword', { as: { token }, body: { currentPassword, password } })
  expect(await change('Qwerty123')).toMatchObject(common)
  expect(await change('Tide-W77')).toMatchObject({ status: 200 })
  await sql`UPDATE users SET role = 'instructor' WHERE id = ${user.id}`.execute(strict.database.kysely)
  expect(await change('Moon-W77', 'Tide-W77')).toMatchObject(short)
  expect(await change('Moon-Walk-77', 'Tide-W77')).toMatchObject({ status: 200 })
})

test('the name of the own business is refused at a later change, too', async () => {
  const registered = await strict.call('registerBusiness', founder('r2@apogee.test', 'Orbit-Walk-7'))
  const { token } = registered.body.data
  const body = { currentPassword: 'Orbit-Walk-7', password: 'Pantai-Outdoor-9' }
  expect(await strict.call('changePassword', { as: { token }, body })).toMatchObject(common)
})

test('a refused reset leaves the mailed link valid', async () => {
  await strict.call('register', person('n3@apogee.test', 'Orbit-Walk-7'))
  await strict.call('forgotPassword', { body: { email: 'n3@apogee.test' } })
  await strict.jobs.runDueOnce()
  const link = strict.mails.find(
    ({ to, body }) => to === 'n3@apogee.test' && body.includes('/reset-password/'),
  )
  const token = /reset-password\/([\w-]+)/.exec(link?.body ?? '')?.[1] ?? ''
  expect(await strict.call('resetPassword', { body: { token, password: 'Password1' } })).toMatchObject(common)
  expect(await strict.call('resetPassword', { body: { token, password: 'Tide-W77' } })).toMatchObject({
    status: 200,
  })
})

test('the first superadmin of a live installation needs a password that holds', async () => {
  const { accounts } = strict.services
  await expect(accounts.ensureSuperadmin('root@apogee.test', 'Orbit-W7')).rejects.toMatchObject({
    code: 'PASSWORD_SHORT_FOR_STAFF',
  })
  expect(await accounts.ensureSuperadmin('root@apogee.test', 'Orbit-Walk-7')).toBe('created')
})

test("outside of live installations the specification's rules alone hold", async () => {
  expect(await demo.call('register', person('n1@apogee.test', 'Password1'))).toMatchObject({ status: 201 })
  expect(await demo.call('registerBusiness', founder('r1@apogee.test', 'Password1'))).toMatchObject({
    status: 201,
  })
})
