import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdf, picture, uploadFile } from '#server/features/media/testing.ts'
import type { TestPerson } from '#server/app/testing.ts'
import { all, day, minute, startSellers, type Sellers } from './seller-checks.testing.ts'

let sellers: Sellers
beforeAll(async () => {
  sellers = await startSellers()
})
afterAll(() => sellers.server.stop())

describe('documents', () => {
  const openOwn = async (as: TestPerson, id: number) =>
    sellers.server.call('openOwnSellerDocument', { params: { id }, as })
  const openAs = async (as: TestPerson, of: TestPerson, document: number) =>
    sellers.server.call('openSellerDocument', { params: { id: await sellers.sellerIdOf(of), document }, as })

  test('a document is saved as a file of its fixed type, never cached, by its seller and superadmins alone', async () => {
    const admin = await sellers.server.person('admin')
    const added = await sellers.addDocument(admin)
    expect(added.status).toBe(201)
    const [document] = added.body.data.documents
    expect(document).toMatchObject({
      purpose: 'registration',
      name: 'ssm.pdf',
      contentType: 'application/pdf',
    })
    const id = document?.id ?? 0
    const colleague = await sellers.server.person('admin', { businessId: admin.businessId })
    for (const answer of [
      await openOwn(admin, id),
      await openOwn(colleague, id),
      await openAs(sellers.superadmin, admin, id),
    ]) {
      const opened = await sellers.server.app.inject({ url: answer.body.data.url })
      expect(opened.statusCode).toBe(200)
      expect(opened.rawPayload.equals(pdf(1))).toBe(true)
      expect(opened.headers).toMatchObject({
        'content-type': 'application/pdf',
        'cache-control': 'private, no-store',

        'x-content-type-options': 'nosniff',
        'content-disposition': expect.stringMatching(/^attachment;/),
      })
    }
    const stranger = await sellers.server.person('admin')
    expect((await openOwn(stranger, id)).status).toBe(404)
    expect((await openAs(sellers.superadmin, stranger, id)).status).toBe(404)
    expect((await openAs(stranger, admin, id)).status).toBe(403)
    const removed = await sellers.server.call('removeSellerDocument', { params: { id }, as: stranger })
    expect(removed.status).toBe(404)
  })

  test('the address of a document ends after a minute, with the session, and with the right', async () => {
    const admin = await sellers.server.person('admin')
    const colleague = await sellers.server.person('admin', { businessId: admin.businessId })
    const id = (await sellers.addDocument(admin)).body.data.documents[0]?.id ?? 0
    const statusOf = async (url: string) => (await sellers.server.app.inject({ url })).statusCode
    const { url } = (await openOwn(colleague, id)).body.data
    expect(await statusOf(url)).toBe(200)
    await sql`UPDATE users SET role = 'student' WHERE id = ${colleague.id}`.execute(
      sellers.server.database.kysely,
    )
    expect(await statusOf(url)).toBe(404)
    const own = (await openOwn(admin, id)).body.data.url
    await sellers.server.call('logout', { as: admin })
    expect(await statusOf(own)).toBe(404)
    const again = await sellers.signedInAgain(admin)
    const late = (await openOwn(again, id)).body.data.url
    sellers.server.clock.advance(minute)
    expect(await statusOf(late)).toBe(404)
    expect(await statusOf('/seller-documents?key=AAAA')).toBe(404)
    expect(await statusOf('/seller-documents')).toBe(404)
  })

  test('the address that an upload answers opens nothing, also for the uploader', async () => {
    const admin = await sellers.server.person('admin')
    const { url, status } = await uploadFile(sellers.server, admin, pdf(1), 'ssm.pdf', 'seller-document')
    expect(status).toBe(201)
    expect((await sellers.server.app.inject({ url })).statusCode).toBe(403)
  })

  test('photos are written anew without what the camera stored; other files are refused', async () => {
    const admin = await sellers.server.person('admin')
    const added = await sellers.addDocument(admin, await picture('jpeg'), 'card.jpg')
    const id = added.body.data.documents[0]?.id ?? 0
    const opened = await sellers.server.app.inject({ url: (await openOwn(admin, id)).body.data.url })
    expect(opened.rawPayload.toString('latin1')).not.toContain('secret-place')
    expect((await sharp(opened.rawPayload).metadata()).format).toBe('jpeg')
    for (const [content, name] of [
      [await picture('webp'), 'card.webp'],
      [Buffer.from('<html><script>alert(1)</script>'), 'card.pdf'],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'card.svg'],
    ] as const) {
      const { status, body } = await uploadFile(sellers.server, admin, content, name, 'seller-document')
      expect([status, body.errorCode]).toEqual([415, 'SELLER_DOCUMENT_TYPE_UNSUPPORTED'])
    }
    const large = Buffer.concat([pdf(1), Buffer.alloc(10 * 1_048_576)])
    expect((await uploadFile(sellers.server, admin, large, 'large.pdf', 'seller-document')).status).toBe(413)
    expect(
      (await uploadFile(sellers.server, await sellers.server.person(), pdf(1), 'a.pdf', 'seller-document'))
        .status,
    ).toBe(403)
  })

  test('a seller has five documents, adds each file once, and only files of their own', async () => {
    const admin = await sellers.server.person('admin')
    const { url } = await uploadFile(sellers.server, admin, pdf(1), 'a.pdf', 'seller-document')
    const add = (as: TestPerson, file: string) =>
      sellers.server.call('addSellerDocument', { as, body: { url: file, purpose: 'other' } })
    await add(admin, url)
    expect((await add(admin, url)).body.data.documents).toHaveLength(1)
    const stranger = await sellers.server.person('admin')
    expect((await add(stranger, url)).body.errorCode).toBe('FILE_NOT_AN_UPLOAD')
    const lesson = await uploadFile(sellers.server, admin, pdf(1), 'lesson.pdf')
    expect((await add(admin, lesson.url)).body.errorCode).toBe('FILE_NOT_AN_UPLOAD')
    const more = await Promise.all(Array.from({ length: 4 }, () => sellers.addDocument(admin)))
    expect(more.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect((await sellers.addDocument(admin)).body.errorCode).toBe('SELLER_DOCUMENTS_FULL')
    expect((await sellers.read(admin)).documents).toHaveLength(5)
  })

  test('documents that are being checked or verified stay as they are; returned ones can be replaced', async () => {
    const admin = await sellers.sent()
    const id = (await sellers.read(admin)).documents[0]?.id ?? 0
    const remove = () => sellers.server.call('removeSellerDocument', { params: { id }, as: admin })
    expect((await remove()).body.errorCode).toBe('SELLER_DOCUMENTS_CLOSED')
    expect((await sellers.addDocument(admin)).body.errorCode).toBe('SELLER_DOCUMENTS_CLOSED')
    await sellers.decide(admin, 'documents', { outcome: 'returned', note: 'The scan cannot be read.' })
    expect((await remove()).body.data.documents).toEqual([])
    expect((await sellers.send(admin)).body.errorCode).toBe('SELLER_CHECKS_INCOMPLETE')
    await sellers.addDocument(admin)
    expect((await sellers.send(admin)).status).toBe(200)
    expect(await sellers.statesOf(admin)).toEqual(all('submitted'))
  })

  test('files of documents outlive the sweep, and go after a year, unless they wait to be checked', async () => {
    const [waiting, done] = [await sellers.sent(), await sellers.verified()]
    const filesOf = async (of: TestPerson) =>
      sellers.rows(
        sql<{
          id: number
        }>`SELECT m.id FROM media m WHERE m.owner_id = ${of.id} AND m.purpose = 'seller-document'`,
      )
    sellers.server.clock.advance(364 * day)
    await sellers.server.sweep()
    await sellers.server.services.media.sweep()
    expect([(await filesOf(waiting)).length, (await filesOf(done)).length]).toEqual([1, 1])
    sellers.server.clock.advance(2 * day)
    await sellers.server.sweep()
    await sellers.server.services.media.sweep()
    expect([(await filesOf(waiting)).length, (await filesOf(done)).length]).toEqual([1, 0])
    sellers.superadmin = await sellers.signedInAgain(sellers.superadmin)
    expect(await sellers.statesOf(done)).toEqual(all('verified'))
    expect((await sellers.readOf(done)).decisions.find(({ kind }) => kind === 'documents')?.facts).toEqual([
      'ssm.pdf',
    ])
  })
})
