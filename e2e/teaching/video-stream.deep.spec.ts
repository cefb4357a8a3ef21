/** Tests that an uploaded video is prepared in several qualities and that a learner chooses one during playback. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { findFfmpeg } from '../../scripts/programs/ffmpeg.mjs'
import { expect, open, test } from '../support/journey.ts'
import { as, demoPerson, newLearner, signInAs, type Person } from '../support/people.ts'
import { pictureMoves, player, position, startPlaying } from '../support/player.ts'
import { enrol, lessonsOf } from '../support/school.ts'

/**
 * Returns a clip that is twice as long as this journey plays it on a slow machine. The video must not end, because an ended one
 * does not move. It is square and has few pictures a second, because its preparation takes most of the journey's processor time.
 */
function clip(): Buffer {
  const ffmpeg = findFfmpeg()
  if (!ffmpeg) throw new Error('This journey needs ffmpeg: run node scripts/programs/ffmpeg.mjs')
  const folder = mkdtempSync(join(tmpdir(), 'apogee-clip-'))
  try {
    const path = join(folder, 'clip.mp4')
    execFileSync(ffmpeg, [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=720x720:rate=4:duration=75',
      '-f',
      'lavfi',
      '-i',
      'sine=frequency=300:duration=75',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      path,
    ])
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function courseWithClip(request: APIRequestContext, author: Person): Promise<number> {
  const send = async (address: string, data: object) => {
    const response = await request.post(address, { ...as(author), data })
    expect(response.ok(), await response.text()).toBe(true)
    return ((await response.json()) as { data: { id: number } }).data.id
  }
  const courseId = await send('/api/courses', { title: 'Test pictures', description: 'Moving', price: 0 })
  const courseContentId = await send('/api/course-content', { courseId, title: 'One', isPublished: true })
  const upload = await request.post('/api/upload', {
    ...as(author),
    multipart: { file: { name: 'clip.mp4', mimeType: 'video/mp4', buffer: clip() } },
  })
  const { url } = (await upload.json()) as { url: string }
  await send('/api/course-resources', {
    courseContentId,
    title: 'The clip',
    filePath: url,
    fileType: 'video',
  })
  return courseId
}

// The journey makes the stream fail.
test.use({ expectedComplaints: /\/stream\// })

test('an uploaded video plays in the quality that the learner chooses, and goes on with its file when the stream fails', async ({
  page,
  request,
}) => {
  // Other jobs run before the preparation of videos, which takes minutes on a busy machine.
  test.setTimeout(600_000)
  const author = await demoPerson(request, 'instructor')
  const courseId = await courseWithClip(request, author)
  await signInAs(page, author)
  await open(page, `/course/${courseId}/manage`)
  await page.getByRole('button', { name: /^One\b/ }).click()
  await expect(page.getByText('Ready: 720p, 480p')).toBeVisible({ timeout: 420_000 })

  const learner = await newLearner(request)
  await enrol(request, learner, courseId)
  const [lesson] = await lessonsOf(request, courseId)
  if (!lesson) throw new Error('The course has no lesson')
  await signInAs(page, learner)
  await open(page, lesson.path)
  await startPlaying(page)
  await pictureMoves(page)
  const video = player(page).locator('video')
  expect(await video.evaluate((it: HTMLVideoElement) => it.currentSrc)).toMatch(/^blob:/)

  // The controls hide while the video plays and the pointer does not move.
  await player(page).hover()
  await player(page).getByRole('button', { name: 'Video settings' }).click()
  const quality = player(page).getByLabel('Quality')
  await quality.selectOption('720p')
  await expect(video).toHaveJSProperty('videoHeight', 720)
  await pictureMoves(page)
  await quality.selectOption('480p')
  await expect(video).toHaveJSProperty('videoHeight', 480)
  await pictureMoves(page)

  await player(page).hover()
  await player(page).getByRole('slider', { name: 'Seek' }).hover()
  await expect(player(page).locator('.ap-player-preview')).toBeVisible()

  await quality.selectOption('Audio only')
  await expect(video).toHaveJSProperty('videoHeight', 0)
  await pictureMoves(page)

  const before = await position(page)
  await page.route('**/stream/**', (route) => route.abort())
  await quality.selectOption('Auto')
  await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.currentSrc)).toMatch(/\/media\/[^/]+$/)
  await expect.poll(() => position(page)).toBeGreaterThan(before + 0.5)
  await expect(page.getByText('This video could not be played.')).toHaveCount(0)
})
