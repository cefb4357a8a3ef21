import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

let server: TestApp
let verdict: 'accepted' | 'rejected' | 'unreachable'

beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments, checkCredentials: async () => verdict } })
})
afterAll(() => server.stop())

const keep = (as: TestPerson, chipSecret: string, chipBrandId: string) =>
  server.call('updateChipCredentials', { as, body: { chipSecret, chipBrandId } })
const read = async (as: TestPerson) => (await server.call('readChipAccount', { as })).body.data
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)

describe('GET /chip', () => {
  test('GET /chip tells a seller without an account that none is connected', async () => {
    expect(await read(await server.person('admin'))).toEqual({ connected: null, unverified: null })
    expect(await read(await server.person('instructor'))).toEqual({ connected: null, unverified: null })
  })

  test("GET /chip shows brand, dates and the end of the secret to the account's own business only", async () => {
    const admin = await server.person('admin')
    verdict = 'accepted'
    await keep(admin, 'a-key-of-ours-9876', 'brand-1')
    const response = await server.call('readChipAccount', { as: admin })
    expect(response.body.data).toEqual({
      connected: { brandId: 'brand-1', secretEndsWith: '9876', savedAt: time, verifiedAt: time },
      unverified: null,
    })
    expect(response.raw.body).not.toContain('a-key')
    const colleague = await server.person('admin', { businessId: admin.businessId })
    expect((await read(colleague)).connected?.brandId).toBe('brand-1')
    expect((await read(await server.person('admin'))).connected).toBeNull()
  })

  test('GET /chip shows a pair that CHIP could not check, beside the account in use, until one is accepted', async () => {
    const admin = await server.person('admin')
    verdict = 'unreachable'
    await keep(admin, 'a-key-of-ours-1111', 'first')
    expect(await read(admin)).toMatchObject({
      connected: null,
      unverified: { brandId: 'first', secretEndsWith: '1111', verifiedAt: null },
    })
    verdict = 'accepted'
    await keep(admin, 'a-key-of-ours-1111', 'first')
    expect(await read(admin)).toMatchObject({ connected: { brandId: 'first' }, unverified: null })
    verdict = 'unreachable'
    await keep(admin, 'a-key-of-ours-2222', 'second')
    expect(await read(admin)).toMatchObject({
      connected: { brandId: 'first' },
      unverified: { brandId: 'second' },
    })
    verdict = 'accepted'
    await keep(admin, 'a-key-of-ours-1111', 'first')
    expect(await read(admin)).toMatchObject({ connected: { brandId: 'first' }, unverified: null })
  })

  test('GET /chip and its change are denied to an instructor of a business before the input is validated', async () => {
    const { businessId } = await server.person('admin')
    const teacher = await server.person('instructor', { businessId })
    const refused = { status: 403, body: { errorCode: 'LONE_SELLERS_ONLY' } }
    expect(await server.call('readChipAccount', { as: teacher })).toMatchObject(refused)
    expect(await keep(teacher, '', '')).toMatchObject(refused)
  })
})
