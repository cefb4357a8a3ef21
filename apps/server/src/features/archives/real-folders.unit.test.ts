/** Reads folders as programs and teachers pack them. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { withZip } from '#server/platform/zip/read-zip.ts'
import { ArchiveContents } from './archive-contents.ts'
import { archiveLimits, examine } from './examine.ts'

const pathOf = (name: string) =>
  fileURLToPath(new URL(`../../../../../fixtures/real-files/${name}`, import.meta.url))

const read = (name: string) =>
  withZip(pathOf(name), archiveLimits, async (archive) => {
    const found = await examine(archive, 'Course')
    if (!('plan' in found)) throw new Error(JSON.stringify(found.problems))
    const { manifest, leftOut, root, form } = found.plan
    const items = manifest.modules.flatMap((module) => module.items)
    const contents = new ArchiveContents(archive, root)
    const texts = []
    if (form === 'folder')
      for (const item of items)
        if (item.kind === 'text')
          texts.push(JSON.stringify((await contents.lessonText(item, { withoutTitle: true })).document))
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
    const shown = await readCartridge(archive, 'Course')
    const entry = shown?.entries.find(({ path }) => path.endsWith('.md'))
    expect(entry && String(await shown?.read(entry, 10_000))).toContain('Leçon d’été – déjà vu')
  })
})
