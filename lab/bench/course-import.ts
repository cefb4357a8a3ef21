/**
 * Measures the import of a course of several hundred files, from the upload's end to the created draft: its time, and the memory of
 * the server together with its processes for reading files. Target: at most 20 s, and at most 150 MB above the idle server.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { CourseImport } from '@apogee/contracts/archives/archives.ts'
import { writeZip } from '../../apps/server/src/platform/zip/write-zip.ts'
import type { SizeOf } from './measurements.ts'
import { runMeasurement, type Bench } from './support/frame.ts'
import { callProduct, signInDemo, withSchool, type MeasuredServer } from './support/server-process.ts'

type Size = SizeOf<'course-import'>

const mostSeconds = 20
const mostGrowthMb = 150
const markdown = '.md'
const school = join(import.meta.dirname, '../../content/demo-school')

/**
 * Returns a folder such as teachers have. Each 25 files are 15 texts, three documents, two videos with captions, two pictures and a
 * quiz.
 */
async function courseFolder(files: number): Promise<Buffer> {
  const media = await readdir(join(school, 'media'))
  const portraits = await readdir(join(school, 'portraits'))
  const texts = readdirSync(join(school, 'courses'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith(markdown),
  )
  const ending = (end: string) => media.filter((name) => name.endsWith(end))
  const [videos, documents] = [ending('.mp4'), ending('.pdf')]
  const one = (list: readonly string[], at: number) => list[at % list.length] ?? ''
  const paths: { path: string; source: string | (() => string) }[] = []
  for (let module = 0; paths.length < files; module += 1) {
    const folder = `${module + 1} Module`
    const inMedia = (name: string) => join(school, 'media', name)
    for (let at = 0; at < 15; at += 1) {
      const text = () => {
        const words = readFileSync(join(school, 'courses', one(texts, module * 15 + at)), 'utf8')
        const picture = at < 2 ? `\n\n![Portrait](portrait-${at + 1}.webp)\n` : ''
        return `# Lesson ${module + 1}.${at + 1}\n\n${words}\n\n${words}${picture}`
      }
      paths.push({ path: `${folder}/${at + 1} text${markdown}`, source: text })
    }
    for (let at = 0; at < 2; at += 1) {
      const video = one(videos, module * 2 + at)
      const captions =
        media.find((name) => name === video.replace('.mp4', '.en.vtt')) ?? one(ending('.vtt'), at)
      paths.push(
        { path: `${folder}/${20 + at} video.mp4`, source: inMedia(video) },
        { path: `${folder}/${20 + at} video.en.vtt`, source: inMedia(captions) },
        {
          path: `${folder}/portrait-${at + 1}.webp`,
          source: join(school, 'portraits', one(portraits, module + at)),
        },
      )
    }
    for (let at = 0; at < 3; at += 1)
      paths.push({
        path: `${folder}/${30 + at} handout.pdf`,
        source: inMedia(one(documents, module * 3 + at)),
      })
    paths.push({ path: `${folder}/40 quiz.json`, source: () => quizOf(module) })
  }
  const sources = paths.slice(0, files).map(async ({ path, source }) => {
    const bytes = typeof source === 'string' ? await readFile(source) : Buffer.from(source())
    return { path, bytes: bytes.length, open: async () => Readable.from([bytes]) }
  })
  return buffer(writeZip(await Promise.all(sources)).stream)
}

const quizOf = (module: number): string =>
  JSON.stringify({
    title: `Quiz ${module + 1}`,
    questions: Array.from({ length: 10 }, (_, at) => ({
      type: 'multiple-choice',
      question: `What is ${module} plus ${at}?`,
      points: 1,
      options: [String(module + at), String(module + at + 1)],
      answer: String(module + at),
    })),
  })

async function upload(origin: string, token: string, content: Buffer): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([content], { type: 'application/zip' }), 'Five hundred files.zip')
  const answer = await fetch(`${origin}/api/upload?purpose=archive`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  if (!answer.ok) throw new Error(`The upload was answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { url: string }).url
}

/** Waits for the end of a job, and returns the import. Throws when it was refused. */
async function ended(origin: string, token: string, state: 'ready' | 'done'): Promise<CourseImport> {
  for (;;) {
    const found = await callProduct<CourseImport | null>(origin, 'GET /course-imports/latest', { token })
    if (found?.state === state) return found
    if (!found || found.state === 'refused')
      throw new Error(`The import was refused: ${JSON.stringify(found)}`)
    await pause(50)
  }
}

async function measure(bench: Bench<Size>, server: MeasuredServer): Promise<void> {
  const { origin } = server
  const { size } = bench
  const { token } = await signInDemo(origin, 'instructor')
  const content = await courseFolder(size.files)
  const filePath = await upload(origin, token, content)
  await pause(size.idleMs)
  const idleMb = server.residentOfAllMb()
  const idleCpuMs = server.processorMs()
  let mostMb = idleMb
  const watch = setInterval(() => {
    mostMb = Math.max(mostMb, server.residentOfAllMb())
  }, 20)
  try {
    const began = performance.now()
    await callProduct(origin, 'POST /course-imports', { token, body: { filePath } })
    const { id, preview } = await ended(origin, token, 'ready')
    const examinedMs = performance.now() - began
    await callProduct(origin, `POST /course-imports/${id}/confirmation`, { token, body: {} })
    await ended(origin, token, 'done')
    const seconds = (performance.now() - began) / 1000
    const row = (what: string, figure: string, target = '', isMet = '') => ({ what, figure, target, isMet })
    const growth = mostMb - idleMb
    bench.table([
      row('files; size', `${size.files}; ${(content.length / 1024 ** 2).toFixed(0)} MiB`),
      row(
        'modules; parts that are left out',
        `${preview?.modules.length ?? 0}; ${preview?.leftOut.length ?? 0}`,
      ),
      row(
        'from the press to the draft',
        `${seconds.toFixed(1)} s`,
        `≤ ${mostSeconds} s`,
        bench.met('time of an import', seconds <= mostSeconds),
      ),
      row('of it until the preview', `${(examinedMs / 1000).toFixed(1)} s`),
      row("the server's processor time", `${((server.processorMs() - idleCpuMs) / 1000).toFixed(1)} s`),
      row(
        'resident memory above idle, with the processes that read files',
        `${growth.toFixed(0)} MB`,
        `≤ ${mostGrowthMb} MB`,
        bench.met('memory of an import', growth <= mostGrowthMb),
      ),
    ])
  } finally {
    clearInterval(watch)
  }
}

await runMeasurement('course-import', (bench) => withSchool((server) => measure(bench, server)))
