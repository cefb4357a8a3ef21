// Makes content/demo-school/media: videos and captions from content/demo-school/lessons, documents from
// content/demo-school/handouts, and the drawings of both from drawings/. Only authors of the demo school need the script, because
// the results are committed. It needs ffmpeg, espeak-ng and Chromium.
//
//   node scripts/demo-media/make-media.ts            makes missing or outdated files
//   node scripts/demo-media/make-media.ts sql-join   makes these files again

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import {
  demoSchoolFolder,
  loadHandouts,
  loadLessons,
  type DemoMedium,
} from '../../apps/server/src/app/demo/load-demo-school.ts'
import { drawings } from './drawings/all.ts'
import { handoutDrawings } from './drawings/handouts.ts'
import { chaptersOf } from './chapters.ts'
import { handoutFrom, type Handout } from './handout.ts'
import { lessonFrom, type Lesson } from './lesson.ts'
import { captions, narrate } from './narration.ts'
import { printHandout } from './paper.ts'
import { filmLesson } from './video.ts'

const mediaFolder = join(demoSchoolFolder, 'media')
const catalogueFile = join(mediaFolder, 'catalogue.json')

function requireTools(): void {
  const missing = [
    { tool: 'ffmpeg', test: '-version' },
    { tool: 'espeak-ng', test: '--version' },
  ].filter(({ tool, test }) => {
    try {
      execFileSync(tool, [test], { stdio: 'ignore' })
      return false
    } catch {
      return true
    }
  })
  if (missing.length === 0) return
  const names = missing.map(({ tool }) => tool).join(' ')
  console.error(`Making demo media needs ${names}. On Debian: apt-get install ${names}`)
  process.exit(1)
}

function digest(content: unknown, makers: string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(content))
  for (const maker of makers) hash.update(readFileSync(join(import.meta.dirname, maker)))
  return hash.digest('hex').slice(0, 16)
}

function openBrowser(): Promise<Browser> {
  const known = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))
  return chromium.launch({
    ...(known ? { executablePath: known } : {}),
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
    ],
  })
}

async function makeVideo(browser: Browser, lesson: Lesson, source: string): Promise<DemoMedium> {
  const folder = mkdtempSync(join(tmpdir(), 'apogee-lesson-'))
  try {
    const narration = narrate(lesson, folder)
    const file = `${lesson.key}.mp4`
    await filmLesson(browser, lesson, narration, folder, join(mediaFolder, file))
    const english = `${lesson.key}.en.vtt`
    writeFileSync(join(mediaFolder, english), captions(narration.sentences, 'en'))
    const translated = narration.sentences.every(({ ms }) => ms !== undefined)
    const malay = translated ? `${lesson.key}.ms.vtt` : null
    if (malay) writeFileSync(join(mediaFolder, malay), captions(narration.sentences, 'ms'))
    return {
      kind: 'video',
      file,
      seconds: Math.round(narration.seconds * 100) / 100,
      bytes: statSync(join(mediaFolder, file)).size,
      captions: { en: english, ms: malay },
      source,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function makePdf(browser: Browser, handout: Handout, source: string): Promise<DemoMedium> {
  const file = `${handout.key}.pdf`
  const pages = await printHandout(browser, handout, join(mediaFolder, file))
  return { kind: 'pdf', file, pages, bytes: statSync(join(mediaFolder, file)).size, source }
}

const isComplete = (made: DemoMedium): boolean =>
  [made.file, ...(made.kind === 'video' ? [made.captions.en, made.captions.ms] : [])].every(
    (file) => file === null || existsSync(join(mediaFolder, file)),
  )

requireTools()
const wanted = new Set(process.argv.slice(2))
const before: Record<string, DemoMedium> = existsSync(catalogueFile)
  ? JSON.parse(readFileSync(catalogueFile, 'utf8'))
  : {}
const after: Record<string, DemoMedium> = {}
const failures: string[] = []
const browser = await openBrowser()

const jobs = [
  ...[...loadLessons()]
    .map(([key, texts]) => lessonFrom(key, texts, drawings[key]))
    .map((lesson) => ({
      key: lesson.key,
      source: digest(lesson, ['video.ts', 'narration.ts', 'look.ts']),
      make: (source: string) => makeVideo(browser, lesson, source),
    })),
  ...[...loadHandouts()]
    .map(([key, texts]) => handoutFrom(key, texts, handoutDrawings[key]))
    .map((handout) => ({
      key: handout.key,
      source: digest(handout, ['paper.ts', 'look.ts']),
      make: (source: string) => makePdf(browser, handout, source),
    })),
].sort((one, other) => one.key.localeCompare(other.key))

for (const { key, source, make } of jobs) {
  const old = before[key]
  if (old && (wanted.size > 0 ? !wanted.has(key) : old.source === source) && isComplete(old)) {
    after[key] = old
    continue
  }
  try {
    after[key] = await make(source)
    console.log(`made ${key} (${Math.round(after[key].bytes / 1024)} kB)`)
  } catch (error) {
    failures.push(error instanceof Error ? error.message : String(error))
    if (old) after[key] = old
  }
  writeFileSync(catalogueFile, `${JSON.stringify({ ...before, ...after }, null, 2)}\n`)
}
await browser.close()

const lessons = loadLessons()
for (const [key, medium] of Object.entries(after)) {
  const lesson = lessons.get(key)
  if (medium.kind !== 'video' || !lesson) continue
  const chapters = chaptersOf(lesson, readFileSync(join(mediaFolder, medium.captions.en), 'utf8'))
  after[key] = { ...medium, ...(chapters && { chapters }) }
}
writeFileSync(catalogueFile, `${JSON.stringify(after, null, 2)}\n`)
const kept = new Set(
  Object.values(after).flatMap((made) => [
    made.file,
    ...(made.kind === 'video' ? [made.captions.en, made.captions.ms] : []),
  ]),
)
for (const file of readdirSync(mediaFolder)) {
  if (/\.(mp4|vtt|pdf)$/.test(file) && !kept.has(file)) rmSync(join(mediaFolder, file))
}
const total = Object.values(after).reduce((sum, { bytes }) => sum + bytes, 0)
console.log(`${Object.keys(after).length} media, ${(total / 1024 / 1024).toFixed(1)} MB`)
if (failures.length > 0) {
  console.error(failures.join('\n'))
  process.exitCode = 1
}
