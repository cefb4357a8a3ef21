/** Tests the signature and the seller's logo on certificates (docs/decisions/achievements.md). */
import type { CertificateRuleForm } from '@apogee/contracts/achievements/achievements.forms.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { pdf, picture, uploadFile } from '#server/features/media/testing.ts'

let server: TestApp
let admin: TestPerson
let student: TestPerson
let courseId: number
let lesson: number

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
beforeEach(async () => {
  admin = await server.person('admin')
  student = await server.person()
  const course = await makeCourse(server.database, {
    owner: admin,
    contents: [{ resources: [{ seconds: 60 }] }],
  })
  courseId = course.id
  lesson = course.contents[0]?.resources[0] ?? 0
})
afterAll(() => server.stop())

const signer = { name: 'Dr. Aminah binti Yusof', role: 'Head of Training' }

/** Creates a picture of dark strokes on a transparent background. */
const transparent = (width = 300, height = 100) =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer()

const upload = async (as = admin, file?: Buffer, name = 'signature.png', purpose = 'signature') =>
  (await uploadFile(server, as, file ?? (await transparent()), name, purpose)).url
const setRule = (body: Omit<CertificateRuleForm, 'isOn'>, as = admin) =>
  server.call('saveCertificateRule', { params: { id: courseId }, body: { isOn: true, ...body }, as })
const readRule = async (id = courseId, as = admin) =>
  (await server.call('readCertificateRule', { params: { id }, as })).body.data
const statusOf = async (url: string | undefined) => (await server.app.inject(url ?? '/nothing')).statusCode

async function setLogo(logo: string): Promise<void> {
  const { businessId: id } = admin
  await server.call('updateBusinessProfile', { params: { id: id ?? 0 }, body: { logo }, as: admin })
}

/** Completes the course as this learner and returns the id of the certificate. */
async function earned(as = student): Promise<string> {
  await server.database.transaction((tx) =>
    server.services.enrolments.grant(tx, { userId: as.id, courseId, source: 'granted' }),
  )
  await server.call('saveResourceProgress', { params: { id: lesson }, body: { completed: true }, as })
  await server.jobs.runDueOnce()
  const { body } = await server.call('listCertificates', { query: { courseId: String(courseId) }, as })
  return body.data[0]?.id ?? 'none was issued'
}

const shown = async (id: string) =>
  (await server.call('readCertificate', { params: { id }, as: null })).body.data
/** Counts the pictures in the PDF, including transparency masks. */
async function picturesInPdf(id: string): Promise<number> {
  const printed = await server.app.inject({ url: `/api/certificates/${id}/pdf` })
  expect(printed.statusCode).toBe(200)
  return printed.rawPayload.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0
}

/** Deletes unused files as if all files were a month old. */
async function sweep(): Promise<void> {
  await sql`UPDATE media SET created_at = now() - interval '30 days'`.execute(server.database.kysely)
  await server.services.media.sweep()
}
const filesLike = async (url: string) => {
  const publicId = /^\/media\/([^?]+)/.exec(url)?.[1] ?? ''
  const found = await sql`SELECT FROM media WHERE public_id = ${publicId}`.execute(server.database.kysely)
  return found.rows.length
}

test('a certificate shows the signature and the logo to whoever has its address, and prints them', async () => {
  await setLogo(await upload(admin, await picture('webp', 200, 100), 'logo.webp', 'avatar'))
  expect((await setRule({ signer, signature: await upload() })).status).toBe(200)
  const id = await earned()
  const certificate = await shown(id)
  expect(certificate).toMatchObject({
    signer: { ...signer, signature: expect.stringMatching(/^\/media\/[^?]+\?u=0&/) },
    logo: expect.stringMatching(/^\/media\/[^?]+$/),
  })
  for (const url of [certificate.signer?.signature, certificate.logo]) expect(await statusOf(url)).toBe(200)
  const delivered = await server.app.inject(certificate.signer?.signature ?? '')
  expect(delivered.headers['content-type']).toBe('image/png')
  const { channels } = await sharp(delivered.rawPayload).stats()
  expect(channels.map(({ max }) => max).at(3)).toBe(0)
  // The pictures are the signature, its transparency mask, and the logo.
  expect(await picturesInPdf(id)).toBe(3)
  // The second print reads the pictures that the first print stored.
  expect(await picturesInPdf(id)).toBe(3)
})

test('a certificate of a course without pictures is as before', async () => {
  await setRule({ signer })
  const id = await earned()
  expect((await shown(id)).signer).toEqual(signer)
  expect(await shown(id)).not.toHaveProperty('logo')
  expect(await picturesInPdf(id)).toBe(0)
})

test('an issued certificate keeps its pictures, and their files, whatever is changed, removed and swept', async () => {
  const logo = await upload(admin, await picture('png'), 'logo.png', 'avatar')
  await setLogo(logo)
  await setRule({ signer, signature: await upload() })
  const first = await earned()
  const before = await shown(first)
  await setLogo('')
  await setRule({ signature: await upload(admin, await picture('jpeg'), 'signature.jpg') })
  const second = await shown(await earned(await server.person()))
  expect(second).not.toHaveProperty('logo')
  expect(second.signer?.signature).not.toBe(before.signer?.signature)
  await setRule({ signer: null })
  await sweep()
  const third = await shown(await earned(await server.person()))
  expect(third).not.toHaveProperty('signer')
  expect(await shown(first)).toEqual(before)
  for (const url of [before.logo, before.signer?.signature, second.signer?.signature])
    expect(await statusOf(url)).toBe(200)
  expect(await picturesInPdf(first)).toBe(3)
})

test('files go once no certificate and no course shows them', async () => {
  await setRule({ signer, signature: await upload() })
  const id = await earned()
  const url = (await shown(id)).signer?.signature ?? ''
  await setRule({ signature: null })
  await sweep()
  expect(await filesLike(url)).toBe(1)
  await server.database.transaction((tx) => server.services.achievements.forget(tx, student.id))
  await sweep()
  expect(await filesLike(url)).toBe(0)
  const rows = await sql`SELECT FROM certificate_pictures p WHERE NOT EXISTS (
    SELECT FROM certificates c WHERE c.id = p.certificate_id)`.execute(server.database.kysely)
  expect(rows.rows).toEqual([])
})

test('an unused signature is swept, and one that a course names is kept', async () => {
  const [unused, used] = [await upload(), await upload()]
  await setRule({ signer, signature: used })
  await sweep()
  expect([await filesLike(unused), await filesLike(used)]).toEqual([0, 1])
})

test('a copy of the course has the signature, and loses it on its own', async () => {
  await setRule({ signer, signature: await upload() })
  const { body } = await server.call('duplicateCourse', { params: { id: courseId }, body: {}, as: admin })
  await server.jobs.runDueOnce()
  const { signature } = await readRule(body.data.id)
  expect(signature).toBe((await readRule()).signature)
  await setRule({ signature: null })
  expect(await readRule()).not.toHaveProperty('signature')
  expect((await readRule(body.data.id)).signature).toBe(signature)
  expect(await statusOf(signature)).toBe(200)
})

describe('the rule of a course', () => {
  test('keeps the signature that a change does not name, or names by its own address', async () => {
    const { signature } = (await setRule({ signer, signature: await upload() })).body.data
    expect((await setRule({ minutes: 90 })).body.data).toMatchObject({ signer, signature })
    expect((await setRule({ signature })).body.data).toMatchObject({ signer, signature })
    const renamed = { name: 'Prof. Lim', role: '' }
    expect((await setRule({ signer: renamed })).body.data).toMatchObject({ signer: renamed, signature })
  })

  test('loses the signature with the signer', async () => {
    await setRule({ signer, signature: await upload() })
    expect((await setRule({ signer: null })).body.data).not.toHaveProperty('signature')
    expect((await setRule({ signer })).body.data).not.toHaveProperty('signature')
  })

  test('takes no signature without a signer, and nothing is saved', async () => {
    const refused = await setRule({ minutes: 90, signature: await upload() })
    expect(refused.status).toBe(400)
    expect(refused.raw.json()).toMatchObject({ issues: [{ path: 'signature' }] })
    expect(await readRule()).toMatchObject({ minutes: null })
  })

  test('takes no upload of others, of another purpose, or from elsewhere', async () => {
    const stranger = await server.person('admin')
    for (const signature of [
      await upload(stranger),
      await upload(admin, await picture('png'), 'cover.png', 'cover'),
      'https://evil.example/signature.png',
    ]) {
      const refused = await setRule({ signer, signature })
      expect([refused.status, refused.body.errorCode]).toEqual([422, 'FILE_NOT_AN_UPLOAD'])
    }
    expect(await readRule()).toMatchObject({ signer: null })
  })

  test('a signature is a picture of at most 2 MB, uploaded by people who teach', async () => {
    const sent = async (file: Buffer, name: string, as = admin) => {
      const { status, body } = await uploadFile(server, as, file, name, 'signature')
      return [status, body.errorCode]
    }
    expect(await sent(await transparent(), 'a.png', student)).toEqual([403, 'FORBIDDEN'])
    expect(await sent(pdf(), 'a.pdf')).toEqual([415, 'IMAGE_TYPE_UNSUPPORTED'])
    expect(await sent(Buffer.alloc(2 * 1_048_576 + 1), 'a.png')).toEqual([413, 'FILE_TOO_LARGE'])
    const wide = await server.app.inject(await upload(admin, await transparent(2000, 400)))
    expect(await sharp(wide.rawPayload).metadata()).toMatchObject({ width: 960, height: 192, hasAlpha: true })
  })
})

describe('the address of a signature', () => {
  test('opens for the people of the course, and for nobody else before it is on a certificate', async () => {
    const instructor = await server.person('instructor', { businessId: admin.businessId })
    await sql`UPDATE courses SET instructor_id = ${instructor.id} WHERE id = ${courseId}`.execute(
      server.database.kysely,
    )
    await setRule({ signer, signature: await upload() })
    const own = (await readRule(courseId, instructor)).signature ?? ''
    expect(await statusOf(own)).toBe(200)
    expect(await statusOf(own.split('?')[0])).toBe(403)
    const publicId = /^\/media\/([^?]+)/.exec(own)?.[1] ?? ''
    const { media } = server.services
    const colleague = await server.person('instructor', { businessId: admin.businessId })
    const learner = await server.person()
    await server.database.transaction((tx) =>
      server.services.enrolments.grant(tx, { userId: learner.id, courseId, source: 'granted' }),
    )
    for (const person of [colleague, student, learner, await server.person('admin'), null]) {
      const caller = person && { userId: person.id, role: person.role, businessId: person.businessId }
      const url = media.signedUrl(caller as Parameters<typeof media.signedUrl>[0], publicId)
      expect(await statusOf(url)).toBe(403)
    }
  })

  test('opens no longer for strangers when the only certificate is withdrawn or revoked, and again when it is valid', async () => {
    await setRule({ signer, signature: await upload() })
    const id = await earned()
    const url = (await shown(id)).signer?.signature
    await server.call('withdrawCertificate', { params: { id }, body: { reason: 'By mistake' }, as: admin })
    expect(await statusOf(url)).toBe(403)
    await server.call('restoreCertificate', { params: { id }, as: admin })
    expect(await statusOf(url)).toBe(200)
    await sql`UPDATE certificates SET revoked_at = now() WHERE public_id = ${id}`.execute(
      server.database.kysely,
    )
    expect(await statusOf(url)).toBe(403)
    expect(await statusOf((await readRule()).signature)).toBe(200)
  })
})

/** Returns the seller's brand as a superadmin sees it, and whether earlier papers show another brand. */
async function brandOverview() {
  const found = await sql<{
    id: number
  }>`SELECT id FROM sellers WHERE business_id = ${admin.businessId}`.execute(server.database.kysely)
  const params = { id: found.rows[0]?.id ?? 0 }
  const as = await server.person('superadmin')
  const { brand, papersShowEarlierBrand } = (await server.call('readSellerOverview', { params, as })).body
    .data
  return { params, as, brand, papersShowEarlierBrand }
}
async function clearBrand() {
  const { params, as } = await brandOverview()
  return server.call('clearBrand', { params, body: { reason: 'Imitates a bank' }, as })
}
const chooseLogo = async () =>
  setLogo(await upload(admin, await picture('webp', 200, 100), 'logo.webp', 'avatar'))

test('a certificate keeps the colour and the logo of its issue until the brand of the seller is cleared', async () => {
  await setLogo(await upload(admin, await picture('webp', 200, 100), 'logo.webp', 'avatar'))
  await server.call('updateOwnBrand', { body: { colour: '#ffd34d' }, as: admin })
  const id = await earned()
  const { logo } = await shown(id)
  await setLogo('')
  await server.call('updateOwnBrand', { body: { colour: '#3b2fa8' }, as: admin })
  expect(await shown(id)).toMatchObject({ colour: '#ffd34d', logo })
  expect(await picturesInPdf(id)).toBe(1)
  await sweep()
  expect(await filesLike(logo ?? '')).toBe(1)
  expect((await clearBrand()).status).toBe(200)
  const after = await shown(id)
  expect(after).not.toHaveProperty('colour')
  expect(after).not.toHaveProperty('logo')
  expect(await picturesInPdf(id)).toBe(0)
})

test('a cleared brand leaves certificates that were issued before looks existed or during a suspension', async () => {
  await chooseLogo()
  const early = await earned()
  await sql`UPDATE certificates SET look_id = NULL WHERE public_id = ${early}`.execute(server.database.kysely)
  await chooseLogo()
  await sql`UPDATE sellers SET selling_state = 'suspended' WHERE business_id = ${admin.businessId}`.execute(
    server.database.kysely,
  )
  const suspended = await earned(await server.person())
  for (const id of [early, suspended]) expect(await shown(id)).toHaveProperty('logo')
  expect((await clearBrand()).status).toBe(200)
  for (const id of [early, suspended]) {
    expect(await shown(id)).not.toHaveProperty('logo')
    expect(await picturesInPdf(id)).toBe(0)
  }
  expect(await brandOverview()).toMatchObject({ brand: null, papersShowEarlierBrand: false })
})

test('a brand that the seller emptied is cleared from papers that still show it', async () => {
  await chooseLogo()
  await server.call('updateOwnBrand', { body: { colour: '#ffd34d' }, as: admin })
  const id = await earned()
  expect(await brandOverview()).toMatchObject({ papersShowEarlierBrand: false })
  await setLogo('')
  await server.call('updateOwnBrand', { body: { colour: '' }, as: admin })
  expect(await brandOverview()).toMatchObject({ brand: null, papersShowEarlierBrand: true })
  expect((await clearBrand()).status).toBe(200)
  const after = await shown(id)
  expect(after).not.toHaveProperty('colour')
  expect(after).not.toHaveProperty('logo')
  expect(await brandOverview()).toMatchObject({ brand: null, papersShowEarlierBrand: false })
})

test('a certificate whose look was deleted has the colour of the platform', async () => {
  await server.call('updateOwnBrand', { body: { colour: '#ffd34d' }, as: admin })
  const id = await earned()
  await sql`DELETE FROM seller_looks l USING certificates c WHERE c.public_id = ${id} AND l.id = c.look_id`.execute(
    server.database.kysely,
  )
  expect(await shown(id)).not.toHaveProperty('colour')
})
