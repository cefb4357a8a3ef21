import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/platform/transfer/client.ts'
import { answer, answerPut, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { uploadInParts, type PartedUploadOptions } from './parted-upload.ts'

const size = 20 * 1024 ** 2
/** Returns a file of six letters that reports the size of a large file. */
function largeFile(name = 'Week 1.mp4'): File {
  const file = new File(['abcdef'], name, { type: 'video/mp4', lastModified: 7 })
  Object.defineProperty(file, 'size', { value: size })
  return file
}
const parts = [
  { start: 0, end: 2 },
  { start: 2, end: 4 },
  { start: 4, end: 6 },
]

/** Maps the start of each stored part to its content. */
let stored: Map<number, string>
let puts: string[]
/** The storage rejects the parts for which this returns true. */
let lost: (start: number) => boolean
/** Rejected parts get this status; null means that they get no answer. */
let failure: number | null
let asked: number
let shares: number[]
let waits: boolean[]
let controller: AbortController

beforeEach(() => {
  stored = new Map()
  puts = []
  lost = () => false
  failure = 403
  asked = 0
  shares = []
  waits = []
  controller = new AbortController()
  answer('beginUpload', { success: true, data: { upload: 'sealed' } })
  answer('continueUpload', () => {
    asked += 1
    const missing = parts.filter(({ start }) => !stored.has(start))
    return {
      success: true,
      data: {
        storedBytes: stored.size * 2,
        parts: missing.map((part) => ({
          ...part,
          url: `https://files.example.my/f?part=${part.start}&signed=${asked}`,
        })),
      },
    }
  })
  answer('completeUpload', () =>
    stored.size === parts.length
      ? { success: true, url: '/media/a', data: { url: '/media/a', size, contentType: 'video/mp4' } }
      : Response.json({ success: false, errorCode: 'UPLOAD_INCOMPLETE', error: 'no' }, { status: 409 }),
  )
  answerPut('https://files.example.my/f', (url, body) => {
    const start = Number(url.searchParams.get('part'))
    puts.push(`${start} ${url.searchParams.get('signed')}`)
    if (lost(start)) return failure
    stored.set(start, body)
    return 200
  })
})

const send = (file = largeFile(), options: Partial<PartedUploadOptions> = {}) =>
  uploadInParts(file, {
    onProgress: (share) => shares.push(share),
    onWaiting: (isWaiting) => waits.push(isWaiting),
    signal: controller.signal,
    repeatAfterMs: 1,
    ...options,
  })
const unfinished = () => sessionStorage.getItem(storageKeys.upload)

test('a large file is sent to the storage in parts and then completed', async () => {
  const begun = recordCalls('beginUpload', { success: true, data: { upload: 'sealed' } })
  expect(await send()).toBe('/media/a')
  expect(begun.map(({ body }) => body)).toEqual([{ name: 'Week 1.mp4', size, contentType: 'video/mp4' }])
  expect(Object.fromEntries(stored)).toEqual({ 0: 'ab', 2: 'cd', 4: 'ef' })
  expect(shares.at(-1)).toBe(6 / size)
  expect(waits).not.toContain(true)
  expect(unfinished()).toBeNull()
})

test('a small file, and one that the server wants whole, are not sent in parts', async () => {
  expect(await send(new File(['small'], 'a.pdf'))).toBeNull()
  answer('beginUpload', { success: true, data: null })
  expect(await send()).toBeNull()
  refuse('beginUpload', 'NOT_FOUND')
  expect(await send()).toBeNull()
  expect(puts).toEqual([])
})

test('after a lost connection only the missing parts are sent again, to new addresses', async () => {
  let failures = 2
  failure = null
  lost = (start) => start === 2 && (failures -= 1) >= 0
  expect(await send()).toBe('/media/a')
  expect(puts.toSorted()).toEqual(['0 1', '2 1', '2 2', '2 3', '4 3'])
  expect(waits).toContain(true)
  expect(waits.at(-1)).toBe(false)
})

test('an answer that is lost is asked for again', async () => {
  breakNetwork('completeUpload')
  const upload = send()
  await expect.poll(() => waits).toContain(true)
  answer('completeUpload', {
    success: true,
    url: '/media/a',
    data: { url: '/media/a', size, contentType: 'video/mp4' },
  })
  expect(await upload).toBe('/media/a')
  expect(puts).toHaveLength(3)
})

test('a scanner that is away ends the upload after three more tries, and a later one sends nothing again', async () => {
  refuse('completeUpload', 'FILE_CHECK_UNAVAILABLE')
  await expect(send(largeFile(), { isPatient: true })).rejects.toMatchObject({
    errorCode: 'FILE_CHECK_UNAVAILABLE',
    status: 503,
    isUnexplained: false,
  })
  expect([asked, waits.at(-1), puts.length]).toEqual([5, false, 3])
  expect(unfinished()).not.toBeNull()
  const begun = recordCalls('beginUpload', { success: true, data: { upload: 'another' } })
  answer('completeUpload', {
    success: true,
    url: '/media/a',
    data: { url: '/media/a', size, contentType: 'video/mp4' },
  })
  expect(await send()).toBe('/media/a')
  expect([begun.length, puts.length, unfinished()]).toEqual([0, 3, null])
})

test('several interrupted files are remembered, and each continues its own upload', async () => {
  lost = () => true
  for (const name of ['one', 'two']) {
    answer('beginUpload', { success: true, data: { upload: `sealed ${name}` } })
    stored = new Map([[0, 'ab']])
    await expect(send(largeFile(`${name}.mp4`))).rejects.toMatchObject({ errorCode: 'NETWORK_ERROR' })
  }
  expect(JSON.parse(unfinished() ?? '[]')).toMatchObject([{ upload: 'sealed one' }, { upload: 'sealed two' }])
  lost = () => false
  const begun = recordCalls('beginUpload', { success: true, data: { upload: 'sealed three' } })
  const completed = recordCalls('completeUpload', {
    success: true,
    url: '/media/a',
    data: { url: '/media/a', size, contentType: 'video/mp4' },
  })
  await send(largeFile('one.mp4'))
  expect(JSON.parse(unfinished() ?? '[]')).toMatchObject([{ upload: 'sealed two' }])
  await send(largeFile('two.mp4'))
  expect(completed.map(({ body }) => body)).toEqual([{ upload: 'sealed one' }, { upload: 'sealed two' }])
  expect([begun.length, unfinished()]).toEqual([0, null])
})

test('the same file continues after a failure or a reload, and another file begins anew', async () => {
  lost = (start) => start === 4
  await expect(send()).rejects.toMatchObject({ errorCode: 'NETWORK_ERROR' })
  expect(new Set(stored.keys())).toEqual(new Set([0, 2]))
  expect(unfinished()).not.toBeNull()
  lost = () => false
  puts = []
  const begun = recordCalls('beginUpload', { success: true, data: { upload: 'sealed' } })
  expect(await send()).toBe('/media/a')
  expect(puts.map((put) => put[0])).toEqual(['4'])
  expect(begun).toEqual([])
  sessionStorage.setItem(storageKeys.upload, '[{"file":"another","upload":"sealed"}]')
  expect(await send()).toBe('/media/a')
  expect(begun).toHaveLength(1)
})

test('an upload that the server no longer knows begins anew', async () => {
  sessionStorage.setItem(
    storageKeys.upload,
    JSON.stringify([{ file: `${size} 7 Week 1.mp4`, upload: 'old' }]),
  )
  let calls = 0
  answer('continueUpload', () => {
    calls += 1
    if (calls === 1)
      return Response.json({ success: false, errorCode: 'UPLOAD_NOT_FOUND', error: 'no' }, { status: 404 })
    for (const { start } of parts) stored.set(start, '')
    return { success: true, data: { storedBytes: size, parts: [] } }
  })
  expect(await send()).toBe('/media/a')
})

test('a storage that the browser does not reach leaves the file to the server', async () => {
  lost = () => true
  const abandoned = recordCalls('abandonUpload', { success: true })
  expect(await send()).toBeNull()
  await vi.waitFor(() => expect(abandoned.map(({ body }) => body)).toEqual([{ upload: 'sealed' }]))
  expect(unfinished()).toBeNull()
})

test("the server's refusal is the reason of the failure", async () => {
  refuse('completeUpload', 'FILE_UNREADABLE')
  await expect(send()).rejects.toMatchObject({ errorCode: 'FILE_UNREADABLE' })
  refuse('beginUpload', 'FILE_TOO_LARGE')
  await expect(send(largeFile('other.mp4'))).rejects.toBeInstanceOf(ApiError)
})

test('cancelling ends the upload and removes its parts', async () => {
  const abandoned = recordCalls('abandonUpload', { success: true })
  lost = (start) => {
    if (start === 2) controller.abort()
    return false
  }
  await expect(send()).rejects.toMatchObject({ name: 'AbortError' })
  await vi.waitFor(() => expect(abandoned).toHaveLength(1))
  expect(unfinished()).toBeNull()
})
