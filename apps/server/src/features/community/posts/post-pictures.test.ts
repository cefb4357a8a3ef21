import type { PictureSent } from '@apogee/contracts/community/community.ts'
import { postPictureLimits } from '@apogee/contracts/limits.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { picture, uploadFile } from '#server/features/media/testing.ts'
import { createCommunityTesting } from '../community.testing.ts'

const dayMs = 24 * 3_600_000

let server: TestApp
let community: ReturnType<typeof createCommunityTesting>
let admin: TestPerson
let teacher: TestPerson
let learner: TestPerson
let other: TestPerson
let png: Buffer

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments, limitsOn: false })
  community = createCommunityTesting(server)
  admin = await server.person('admin')
  teacher = await server.person('instructor', { businessId: admin.businessId })
  learner = await server.person()
  other = await server.person()
  png = await picture('png')
})
afterAll(() => server.stop())

async function studiedCourse(): Promise<number> {
  const course = await makeCourse(server.database, { owner: teacher, contents: [{ resources: [{}] }] })
  for (const person of [learner, other]) await community.enrol(person, course.id)
  return course.id
}

/** Uploads a file and returns its address. */
async function uploaded(as: TestPerson, file = png, name = 'screen.png'): Promise<string> {
  const answer = await uploadFile(server, as, file, name, 'discussion')
  expect(answer.status).toBe(201)
  return answer.url
}

const begin = (
  as: TestPerson,
  pictures: PictureSent[],
  place: { courseId?: number; groupId?: number } = {},
) =>
  server.call('startDiscussion', { body: { title: 'Why?', body: 'See the picture', pictures, ...place }, as })
const reply = (as: TestPerson, id: number, pictures: PictureSent[]) =>
  server.call('answerDiscussion', { params: { id }, body: { body: 'Like this', pictures }, as })

/** Creates a learner's question in a course, with one picture. */
async function illustrated() {
  const courseId = await studiedCourse()
  const url = await uploaded(learner)
  const question = (await begin(learner, [{ url, alt: 'The error' }], { courseId })).body.data
  return { courseId, question, url }
}

const statusOf = async (url: string) => (await server.app.inject({ url })).statusCode

/** Returns the HTTP status of a picture's file for this person, independently of the API responses. */
function opened(by: TestPerson | null, url: string): Promise<number> {
  const publicId = /\/media\/([^?/]+)/.exec(url)?.[1] ?? ''
  const caller = by && ({ userId: by.id } as Parameters<typeof server.services.media.signedUrl>[0])
  return statusOf(server.services.media.signedUrl(caller, publicId))
}

const picturesOf = async (as: TestPerson, id: number) =>
  (await community.read(as, id)).body.data.pictures ?? []

describe('a picture of a question', () => {
  test('a question and a reply show up to three pictures with sizes and descriptions, in their order', async () => {
    const courseId = await studiedCourse()
    const wide = await uploaded(learner, await picture('webp', 80, 20), 'wide.webp')
    const jpeg = await uploaded(learner, await picture('jpeg'), 'photo.jpg')
    const asked = await begin(learner, [{ url: wide, alt: '  The error ' }, { url: jpeg }], { courseId })
    expect(asked.status).toBe(201)
    const shown = await picturesOf(other, asked.body.data.id)
    expect(shown).toMatchObject([
      { width: 80, height: 20, alt: 'The error' },
      { width: 40, height: 30, alt: '' },
    ])
    const answered = await reply(teacher, asked.body.data.id, [{ url: await uploaded(teacher), alt: 'Here' }])
    expect(answered.body.data.pictures).toMatchObject([{ width: 40, height: 30, alt: 'Here' }])
    const [post] = (await community.read(learner, asked.body.data.id)).body.data.posts
    expect(post?.pictures).toMatchObject([{ alt: 'Here' }])
    expect((await community.list(other, { courseId })).body.data[0]).not.toHaveProperty('pictures')
  })

  test('an uploaded photo is stored upright, bounded and without its metadata, and its original is deleted', async () => {
    const photo = await sharp({ create: { width: 4000, height: 1000, channels: 3, background: '#204060' } })
      .withExif({ IFD0: { Copyright: 'secret-place' }, IFD3: { GPSLatitude: '3/1 8/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const [{ url } = { url: '' }] = await picturesOf(
      learner,
      (await begin(learner, [{ url: await uploaded(learner, photo, 'photo.jpg') }])).body.data.id,
    )
    const answer = await server.app.inject({ url })
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('private'),
    })
    const stored = await sharp(answer.rawPayload).metadata()
    expect(stored).toMatchObject({ width: 640, height: postPictureLimits.longestSide })
    expect(stored.exif).toBeUndefined()
    const rows = await sql<{ files: number }>`
      SELECT count(*) AS files FROM media WHERE owner_id = ${learner.id} AND sha256 = sha256(${photo})`.execute(
      server.database.kysely,
    )
    expect(rows.rows[0]?.files).toBe(0)
  })

  test('a text without pictures is written, answered and edited as before', async () => {
    const { id } = await community.started(learner)
    expect((await community.read(other, id)).body.data.pictures).toEqual([])
    expect((await community.answer(other, id)).body.data.pictures).toEqual([])
    const edited = await server.call('updateDiscussion', {
      params: { id },
      body: { body: 'New' },
      as: learner,
    })
    expect(edited.body.data).toMatchObject({ body: 'New', pictures: [] })
  })

  test('files that are no pictures, too large or SVG are refused, whatever they are called', async () => {
    const refusalOf = async (file: Buffer, name: string) =>
      (await uploadFile(server, learner, file, name, 'discussion')).body.errorCode
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    expect(await refusalOf(svg, 'screen.svg')).toBe('IMAGE_TYPE_UNSUPPORTED')
    expect(await refusalOf(svg, 'screen.png')).toBe('IMAGE_TYPE_UNSUPPORTED')
    expect(await refusalOf(Buffer.from('%PDF-1.4'), 'screen.png')).toBe('IMAGE_TYPE_UNSUPPORTED')
    expect(await refusalOf(png.subarray(0, 60), 'screen.png')).toBe('FILE_UNREADABLE')
    const large = Buffer.concat([png, Buffer.alloc(postPictureLimits.bytes)])
    expect(await refusalOf(large, 'screen.png')).toBe('FILE_TOO_LARGE')
    expect((await uploadFile(server, null, png, 'screen.png', 'discussion')).status).toBe(401)
  })
})

describe('who may open a picture', () => {
  test('a picture of a course opens for its learners and people, and for nobody else', async () => {
    const { courseId, url } = await illustrated()
    const superadmin = await server.person('superadmin')
    const strangers = [
      await server.person(),
      await server.person('admin'),
      await server.person('instructor'),
      await server.person('instructor', { businessId: admin.businessId }),
    ]
    for (const person of [learner, other, teacher, admin, superadmin])
      expect(await opened(person, url), person.role).toBe(200)
    for (const person of [null, ...strangers]) expect(await opened(person, url), person?.role).toBe(403)
    const path = url.split('?')[0] ?? ''
    for (const address of [path, `${path}/w640`]) expect(await statusOf(address)).toBe(403)
    await sql`UPDATE enrolments SET revoked_at = now() WHERE course_id = ${courseId}`.execute(
      server.database.kysely,
    )
    for (const person of [learner, other]) expect(await opened(person, url)).toBe(403)
  })

  test('a colleague of the author who is admin of another school cannot open the picture', async () => {
    const elsewhere = await server.person('admin')
    const author = await server.person('instructor', { businessId: elsewhere.businessId })
    const courseId = await studiedCourse()
    await community.enrol(author, courseId)
    const url = await uploaded(author)
    expect(await opened(elsewhere, url)).toBe(403)
    expect((await begin(author, [{ url }], { courseId })).status).toBe(201)
    expect(await opened(author, url)).toBe(200)
    expect(await opened(elsewhere, url)).toBe(403)
  })

  test('a picture that no text shows opens for its uploader only', async () => {
    const url = await uploaded(learner)
    expect(await opened(learner, url)).toBe(200)
    for (const person of [null, other, teacher, admin, await server.person('superadmin')])
      expect(await opened(person, url)).toBe(403)
  })

  test('a picture of a group or of everybody opens for all signed-in people', async () => {
    const group = await community.beginGroup(learner)
    for (const place of [{}, { groupId: group.id }]) {
      const url = await uploaded(learner)
      expect((await begin(learner, [{ url }], place)).status).toBe(201)
      expect(await opened(await server.person(), url)).toBe(200)
      expect(await opened(null, url)).toBe(403)
    }
  })

  test('a picture of a hidden text opens for moderators only, and again for all when it is shown again', async () => {
    const { question, url } = await illustrated()
    const replyUrl = await uploaded(other)
    const { id: postId } = (await reply(other, question.id, [{ url: replyUrl }])).body.data
    const hide = (hidden: boolean) =>
      server.call('hidePost', { params: { id: postId }, body: { hidden }, as: teacher })
    await hide(true)
    for (const person of [learner, other]) expect(await opened(person, replyUrl)).toBe(403)
    for (const person of [teacher, admin]) expect(await opened(person, replyUrl)).toBe(200)
    expect((await community.read(learner, question.id)).body.data.posts[0]).toMatchObject({
      body: '',
      pictures: [],
    })
    await hide(false)
    expect(await opened(learner, replyUrl)).toBe(200)
    await server.call('hideDiscussion', { params: { id: question.id }, body: { hidden: true }, as: teacher })
    for (const address of [url, replyUrl]) {
      expect(await opened(learner, address)).toBe(403)
      expect(await opened(teacher, address)).toBe(200)
    }
    const owner = await server.person()
    const group = await community.beginGroup(owner)
    await community.join(other, group.id)
    const ofGroup = await uploaded(other)
    const hiddenInGroup = (await begin(other, [{ url: ofGroup }], { groupId: group.id })).body.data
    await server.call('hideDiscussion', {
      params: { id: hiddenInGroup.id },
      body: { hidden: true },
      as: owner,
    })
    expect(await opened(owner, ofGroup)).toBe(200)
    expect(await opened(other, ofGroup)).toBe(403)
  })
})

describe('naming pictures', () => {
  test('pictures of other people, of other texts, of other uses and unknown ones are refused, and nothing is written', async () => {
    const { courseId, url: used } = await illustrated()
    const elsewhere = await studiedCourse()
    const cover = await uploadFile(server, teacher, png, 'c.png', 'cover')
    const avatar = await uploadFile(server, learner, png, 'me.png', 'avatar')
    const own = await uploaded(learner)
    const before = (await community.list(learner, { courseId })).body.meta.total
    for (const [as, place, urls] of [
      [learner, { courseId }, [await uploaded(other)]],
      [learner, { courseId }, [used]],
      [learner, { courseId: elsewhere }, [used]],
      [learner, { courseId }, [own, own]],
      [learner, { courseId }, [avatar.url]],
      [learner, { courseId }, [`/media/${'A'.repeat(22)}`]],
      [learner, { courseId }, ['https://example.com/a.png']],
      [teacher, { courseId }, [cover.url]],
      [admin, { courseId }, [await uploaded(teacher)]],
    ] as const) {
      const refused = await begin(
        as,
        urls.map((url) => ({ url })),
        place,
      )
      expect(refused.body.errorCode, urls.join()).toBe('FILE_NOT_AN_UPLOAD')
      expect(refused.body.error).toBe('pictures must be a file you uploaded here')
    }
    const question = await community.started(learner, { courseId })
    expect((await reply(learner, question.id, [{ url: used }])).body.errorCode).toBe('FILE_NOT_AN_UPLOAD')
    expect((await community.read(learner, question.id)).body.data.posts).toEqual([])
    expect((await community.list(learner, { courseId })).body.meta.total).toBe((before ?? 0) + 1)
    expect((await begin(learner, [{ url: own }], { courseId })).status).toBe(201)
  })

  test('a fourth picture and a long description are refused', async () => {
    const urls = await Promise.all([1, 2, 3, 4].map(() => uploaded(learner)))
    expect(
      (
        await begin(
          learner,
          urls.map((url) => ({ url })),
        )
      ).status,
    ).toBe(400)
    const alt = 'x'.repeat(postPictureLimits.altLength + 1)
    expect((await begin(learner, [{ url: urls[0] ?? '', alt }])).status).toBe(400)
  })

  test('one of two concurrent texts that name the same picture is written', async () => {
    const url = await uploaded(learner)
    const answers = await Promise.all([begin(learner, [{ url }]), begin(learner, [{ url }])])
    expect(answers.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([201, 422])
  })

  test('a text that is sent twice with its client key is written once with its pictures', async () => {
    const body = {
      title: 'Why?',
      body: 'See',
      clientKey: crypto.randomUUID(),
      pictures: [{ url: await uploaded(learner) }],
    }
    const first = await server.call('startDiscussion', { body, as: learner })
    const again = await server.call('startDiscussion', { body, as: learner })
    expect(again.status).toBe(201)
    expect(again.body.data.id).toBe(first.body.data.id)
    expect(again.body.data.pictures).toHaveLength(1)
  })
})

describe('editing pictures', () => {
  test('an edit keeps, removes and adds pictures, and an edit without the field keeps them', async () => {
    const { question } = await illustrated()
    const params = { id: question.id }
    const [first] = question.pictures ?? []
    const edit = (body: { body?: string; pictures?: PictureSent[]; version?: number }, as = learner) =>
      server.call('updateDiscussion', { params, body, as })
    expect((await edit({ body: 'Only the text' })).body.data.pictures).toMatchObject([{ alt: 'The error' }])
    const added = await uploaded(learner)
    const both = await edit({
      pictures: [{ url: added }, { url: first?.url ?? '', alt: 'The same error' }],
    })
    expect(both.body.data.pictures).toMatchObject([{ alt: '' }, { alt: 'The same error' }])
    expect((await edit({ pictures: [] }, other)).body.errorCode).toBe('NOT_YOURS')
    expect((await edit({ pictures: [] })).body.data.pictures).toEqual([])
    expect(await opened(other, added)).toBe(403)
  })

  test('a reply is edited in the same way, and refuses pictures of others', async () => {
    const { question } = await illustrated()
    const { id, pictures = [] } = (
      await reply(other, question.id, [{ url: await uploaded(other), alt: 'Mine' }])
    ).body.data
    const edit = (sent: PictureSent[]) =>
      server.call('updatePost', { params: { id }, body: { body: 'Like this', pictures: sent }, as: other })
    expect((await edit([{ url: await uploaded(learner) }])).body.errorCode).toBe('FILE_NOT_AN_UPLOAD')
    const kept = await edit(pictures.map(({ url, alt }) => ({ url, alt })))
    expect(kept.body.data).toMatchObject({ pictures: [{ alt: 'Mine' }], version: 0 })
    expect((await edit([])).body.data).toMatchObject({ pictures: [], version: 1 })
  })

  test('an author who has left their business since keeps the pictures of an edited text', async () => {
    const left = await server.person('instructor', { businessId: admin.businessId })
    const { id, pictures = [] } = (await begin(left, [{ url: await uploaded(left) }])).body.data
    await sql`UPDATE users SET business_id = NULL WHERE id = ${left.id}`.execute(server.database.kysely)
    const edited = await server.call('updateDiscussion', {
      params: { id },
      body: { body: 'Again', pictures: pictures.map(({ url }) => ({ url, alt: 'New' })) },
      as: left,
    })
    expect(edited.body.data.pictures).toMatchObject([{ alt: 'New' }])
  })

  test('concurrent changes of the pictures conflict, and the answer names the present ones', async () => {
    const { question } = await illustrated()
    const edit = (pictures: PictureSent[]) =>
      server.call('updateDiscussion', {
        params: { id: question.id },
        body: { pictures, version: question.version },
        as: learner,
      })
    const url = await uploaded(learner)
    expect((await edit([{ url, alt: 'Second' }])).status).toBe(200)
    const refused = await edit([])
    expect(refused.body.errorCode).toBe('EDIT_CONFLICT')
    expect(refused.body).toMatchObject({
      conflict: { fields: [{ field: 'pictures', value: [{ url: url.split('?')[0], alt: 'Second' }] }] },
    })
  })
})

describe('removing pictures', () => {
  const sweptAfterAWeek = async () => {
    server.clock.advance(8 * dayMs)
    await server.services.media.sweep()
  }
  const filesOf = async (owner: TestPerson) =>
    (
      await sql`SELECT 1 FROM media WHERE owner_id = ${owner.id} AND purpose = 'discussion'`.execute(
        server.database.kysely,
      )
    ).rows.length

  test('the files of deleted, edited and cascaded texts are swept, and those of shown texts stay', async () => {
    const author = await server.person()
    const group = await community.beginGroup(author)
    const course = await makeCourse(server.database, { owner: teacher, contents: [] })
    await community.enrol(author, course.id)
    const kept = await uploaded(author)
    const stays = (await begin(author, [{ url: kept }])).body.data
    const { id: deleted } = (await begin(author, [{ url: await uploaded(author) }])).body.data
    await reply(author, deleted, [{ url: await uploaded(author) }])
    const { id: deletedReply } = (await reply(author, stays.id, [{ url: await uploaded(author) }])).body.data
    await begin(author, [{ url: await uploaded(author) }], { groupId: group.id })
    await begin(author, [{ url: await uploaded(author) }], { courseId: course.id })
    await uploaded(author)
    await server.call('deleteDiscussion', { params: { id: deleted }, as: author })
    await server.call('deletePost', { params: { id: deletedReply }, as: author })
    await server.call('deleteGroup', { params: { id: group.id }, as: author })
    await sql`DELETE FROM enrolments WHERE course_id = ${course.id}`.execute(server.database.kysely)
    const removed = await server.call('deleteCourse', { params: { id: course.id }, as: teacher })
    expect(removed.status).toBe(200)
    expect(await filesOf(author)).toBe(7)
    await sweptAfterAWeek()
    expect(await filesOf(author)).toBe(1)
    expect(await opened(author, kept)).toBe(200)
  })

  test('erasing an account removes its pictures, also from a discussion that others continue', async () => {
    const gone = await server.person()
    const courseId = await studiedCourse()
    await community.enrol(gone, courseId)
    const url = await uploaded(gone)
    const { id } = (await begin(gone, [{ url, alt: 'My face' }], { courseId })).body.data
    const { id: elsewhere } = await community.started(other, { courseId })
    await reply(gone, elsewhere, [{ url: await uploaded(gone) }])
    await reply(other, id, [{ url: await uploaded(other) }])
    await server.database.transaction((tx) => server.services.community.discussions.forgetAuthor(tx, gone.id))
    expect(await picturesOf(other, id)).toEqual([])
    for (const person of [other, teacher, admin]) expect(await opened(person, url)).toBe(403)
    expect((await community.read(other, id)).body.data.posts[0]?.pictures).toHaveLength(1)
    await sweptAfterAWeek()
    expect(await filesOf(gone)).toBe(0)
  })
})

describe('limits', () => {
  test('a person uploads a limited number of pictures a day, and avatars still', async () => {
    const limited = await startTestApp({ payments: unusedPayments })
    try {
      const person = await limited.person()
      for (let count = 0; count < postPictureLimits.perDay; count += 1)
        await limited.services.accounts.consumeAttempt('discussion.picture', String(person.id))
      const refused = await uploadFile(limited, person, png, 'screen.png', 'discussion')
      expect(refused.body.errorCode).toBe('TOO_MANY_ATTEMPTS')
      expect((await uploadFile(limited, person, png, 'me.png', 'avatar')).status).toBe(201)
      limited.clock.advance(dayMs + 1)
      expect((await uploadFile(limited, person, png, 'screen.png', 'discussion')).status).toBe(201)
    } finally {
      await limited.stop()
    }
  })
})
