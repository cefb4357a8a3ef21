/** Tests folders as programs and teachers pack them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { withZip } from '#server/platform/zip/read-zip.ts'
import { ArchiveContents } from './archive-contents.ts'
import { archiveLimits, examine } from './examine.ts'
import { linksOf } from './examiner.ts'
import { zipOf, type Files } from './testing.ts'

const pathOf = (name: string) =>
  fileURLToPath(new URL(`../../../../../fixtures/real-files/${name}`, import.meta.url))

const read = (name: string) => readZip(pathOf(name))

async function readFiles(files: Files) {
  const folder = await mkdtemp(join(tmpdir(), 'apogee-folder-'))
  try {
    const path = join(folder, 'course.zip')
    await writeFile(path, await zipOf(files))
    return await readZip(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const readZip = (path: string) =>
  withZip(path, archiveLimits, async (archive) => {
    const found = await examine(archive, 'Course')
    if (!('plan' in found)) throw new Error(JSON.stringify(found.problems))
    const { manifest, leftOut, root, form } = found.plan
    const items = manifest.modules.flatMap((module) => module.items)
    const contents = new ArchiveContents(archive, root)
    const rules = { form, links: linksOf(manifest) }
    const texts = []
    if (form === 'folder')
      for (const item of items)
        if (item.kind === 'text')
          texts.push(JSON.stringify((await contents.lessonText(item, rules)).document))
    return {
      titles: items.map(({ title }) => title),
      texts: texts.join('\n'),
      left: leftOut.map(({ path, reason, detail }) => `${path} ${reason} ${detail}`.trim()),
      captions: manifest.files.map(({ captions }) => captions.map(({ language }) => language).join()),
    }
  })

test.each([
  ['front-matter', ['Welcome to orbits']],
  ['same-first-heading', ['commit messages', 'git basics']],
  ['empty-heading-and-setext', ['Orbits', 'b', 'Title in HTML']],
  ['latin-1', ["Leçon d'été"]],
  ['utf-16', ['Pelajaran']],
  ['long-lesson', ['Short', 'Long']],
])('the lessons of %s have the titles of their source', async (name, titles) => {
  expect((await read(`folder/${name}.zip`)).titles).toEqual(titles)
})

test('front matter and comments do not reach learners, and pictures in HTML are counted', async () => {
  expect((await read('folder/front-matter.zip')).texts).not.toContain('teaching')
  const { texts, left } = await read('folder/html-in-markdown.zip')
  expect(texts).not.toMatch(/TEACHER|<img|<kbd|<br/)
  expect(left).toEqual(['Unit/a.md pictures 1'])
})

test('a heading that is not the title stays in the text', async () => {
  expect((await read('folder/same-first-heading.zip')).texts).toContain('Introduction')
})

test('a file that no lesson holds is left out by name, and the others are read', async () => {
  expect(await read('folder/other-json-with-questions.zip')).toMatchObject({
    titles: ['A'],
    left: ['Unit/faq.json unknown-kind'],
  })
})

test('links lead to lessons of the same import, and others keep their words and are named', async () => {
  const { texts, left } = await read('folder/relative-links.zip')
  expect(texts).toContain('{"type":"link","attrs":{"href":"/Unit/b.md"}}')
  expect(texts).not.toContain('/docs/intro')
  expect(left).toEqual(['Unit/a.md local-links /docs/intro.md, ../files/x.pdf'])
})

test('a link and a second name in other letter case are left out by name', async () => {
  expect(await read('folder/symlink.zip')).toMatchObject({ left: [expect.stringMatching(/ not-a-file$/)] })
  const { titles, left } = await read('folder/names-differ-in-case.zip')
  expect(titles).toHaveLength(1)
  expect(left).toEqual([expect.stringMatching(/ duplicate-name$/)])
})

test('captions are found by the tags that other programs write', async () => {
  const { captions, left } = await read('folder/caption-names.zip')
  expect(captions.filter((one) => one !== '')).toEqual(['en', 'en', 'en', 'en'])
  expect(left).toEqual(['Unit/d.zh.vtt caption-language zh'])
})

test('a page of a cartridge is read in the encoding that it declares', async () => {
  await withZip(pathOf('cartridge/page-windows-1252.imscc'), archiveLimits, async (archive) => {
    const { readCartridge } = await import('./cartridge/read-cartridge.ts')
    const shown = (await readCartridge(archive, 'Course'))?.archive
    const entry = shown?.entries.find(({ path }) => path.endsWith('.md'))
    expect(entry && String(await shown?.read(entry, 10_000))).toContain('Leçon d’été – déjà vu')
  })
})

const cueAt = (from: string, to: string, text: string) => `${from} --> ${to}\n${text}\n\n`
const film = Buffer.from('000000206674797069736f6d0000020069736f6d69736f32617663316d703431', 'hex')

test('captions are imported in part, and what an author should look at is named', async () => {
  const good = cueAt('00:00:01,000', '00:00:02,000', 'Selamat')
  const russian = '\xc4\xee\xe1\xf0\xee \xef\xee\xe6\xe0\xeb\xee\xe2\xe0\xf2\xfc \xed\xe0 \xf3\xf0\xee\xea'
  const files: Files = {
    'Unit/a.srt': Buffer.from(good + cueAt('00:00:04,000', '00:00:03,000', 'x') + cueAt('00:0x', '1', 'y')),
    'Unit/b.ms.srt': Buffer.from(cueAt('00:01,000', '00:02,000', russian), 'latin1'),
    'Unit/C (English).VTT': Buffer.from(
      `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n${cueAt('00:01.000', '00:02.000', 'a')}`,
    ),
    'Unit/d.mp4.en.vtt': Buffer.from(`WEBVTT\n\n${cueAt('00:02.000', '00:01.000', 'a')}`),
    'Unit/e.srt': Buffer.alloc(2_000_000, good),
    'Unit/f 2.srt': Buffer.from(good),
  }
  for (const name of 'abcdef') files[`Unit/${name}.mp4`] = film
  const { captions, left } = await readFiles(files)
  expect(captions).toEqual(['en', 'ms', 'en', '', '', '', '', '', ''])
  expect(left).toEqual([
    'Unit/f 2.srt captions-alone',
    'Unit/a.srt cue-times 7',
    'Unit/a.srt cue-end 4',
    'Unit/b.ms.srt guessed-encoding windows-1251: Добро пожаловать на урок',
    'Unit/C (English).VTT stream-times 10',
    'Unit/d.mp4.en.vtt captions-unreadable 3: 00:02.000 --> 00:01.000',
    'Unit/e.srt captions-too-large',
  ])
})
