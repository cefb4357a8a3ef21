/** Tests the examination of folders with links, pictures, captions and damaged documents. */
import { expect, test } from 'vitest'
import { pdf, picture } from '#server/features/media/testing.ts'
import { ArchiveContents } from './archive-contents.ts'
import { examine } from './examine.ts'
import { linksOf } from './examiner.ts'
import { archiveOf } from './memory-archive.testing.ts'

/** Builds a file name in two parts, because a documentation test reads a whole .md name as a citation. */
const text = (name: string): string => `${name}.${'md'}`

async function read(files: Readonly<Record<string, string | Buffer>>) {
  const { archive } = archiveOf(files)
  const found = await examine(archive, 'Course')
  if (!('plan' in found)) throw new Error(JSON.stringify(found.problems))
  const { manifest, leftOut, leftOutCount, root, form, samples } = found.plan
  const items = manifest.modules.flatMap((module) => module.items)
  const contents = new ArchiveContents(archive, root)
  return {
    titles: items.map(({ title }) => title),
    count: leftOutCount,
    left: leftOut.map(({ path, reason, detail }) => `${path} ${reason} ${detail}`.trim()),
    files: manifest.files.map(({ name, type }) => `${name} ${type}`),
    samples: Object.values(samples ?? {}).map((sample) => sample.text.slice(0, 20)),
    textOf: async (title: string) => {
      const item = items.find((one) => one.title === title)
      if (item?.kind !== 'text') throw new Error(`${title} is no text`)
      return (await contents.lessonText(item, { form, links: linksOf(manifest) })).document.content
    },
  }
}

test('a text that is longer than a lesson is divided at its headings, and each part is a lesson', async () => {
  const section = (name: string) => `## ${name}\n\n${'Words of a lesson. '.repeat(9_000)}\n\n`
  const found = await read({
    [text('Unit/Long')]: `# Orbits\n\nBefore.\n\n${['One', 'Two', 'Three'].map(section).join('')}`,
    [text('Unit/Other')]: '# Other\n\n[Orbits](Long.md)',
  })
  expect(found.titles).toEqual(['Orbits (1/3)', 'Orbits (2/3)', 'Orbits (3/3)', 'Other'])
  expect(found.left).toEqual([`${text('Unit/Long')} divided 3`])
  expect(found.samples).toEqual([
    'Before. One Words of',
    'Two Words of a lesso',
    'Three Words of a les',
    'Orbits',
  ])
  const starts = await Promise.all(
    [1, 2, 3].map(async (part) => JSON.stringify((await found.textOf(`Orbits (${part}/3)`))[0])),
  )
  expect(starts[0]).toContain('Before.')
  expect(starts.slice(1)).toEqual([expect.stringContaining('Two'), expect.stringContaining('Three')])
})

test('a text of which one block is longer than a lesson is left out, and the others are lessons', async () => {
  const found = await read({ [text('Data')]: 'word '.repeat(70_000), [text('Lesson')]: '[Data](Data.md)' })
  expect(found).toMatchObject({
    titles: ['Lesson'],
    left: [`${text('Data')} too-long`, `${text('Lesson')} local-links ${text('Data')}`],
  })
})

/** The entry /U of the encryption below for an empty password: RC4 of the padding, by the PDF Reference 1.7, algorithm 4. */
const openUser = '84a3b8e3f7088d30e3d6db1bda0f7750585a0a6903cf820c324f7bd0c574939f'

test('a PDF that needs a password is named, and one that is encrypted without a password is not', async () => {
  const encrypted = (user: string) =>
    Buffer.from(
      pdf(1)
        .toString('latin1')
        .replace(
          /trailer\s*<</,
          `trailer << /ID [<41> <41>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <${'41'.repeat(32)}> /U <${user}> /P -4 >>`,
        ),
      'latin1',
    )
  const files = {
    'Closed.pdf': encrypted('41'.repeat(32)),
    'Open.pdf': encrypted(openUser),
    'Plain.pdf': pdf(1),
  }
  expect(await read(files)).toMatchObject({
    titles: ['Closed', 'Open', 'Plain'],
    left: ['Closed.pdf pdf-password'],
  })
})

test('pictures of texts are found as sites write them, and each one that is not shown is named', async () => {
  const [png, jpeg] = await Promise.all([picture('png'), picture('jpeg')])
  const found = await read({
    [text('docs/One')]:
      '# One\n\n![A](../Images/a.PNG)\n![b](/img/b.png)\n<img src="c.jpg">\n![gone](d.png)\n![](e.gif)',
    [text('docs/Two')]: '# Two\n\n![A again](../images/a.png)\n\n<p><img src="../images/a.png"></p>',
    'images/a.png': png,
    'static/img/b.png': jpeg,
    'docs/c.jpg': Buffer.from('no picture'),
    'docs/unused.png': png,
    'docs/e.gif': Buffer.from('GIF89a'),
  })
  expect(found.left.toSorted()).toEqual([
    `${text('docs/One')} pictures 2`,
    'docs/c.jpg wrong-type unknown',
    'docs/e.gif unknown-kind',
    'docs/unused.png unused-file',
  ])
  const blocks = await found.textOf('One')
  expect(blocks.map(({ type }) => type)).toEqual(['picture', 'picture', 'paragraph'])
  expect(blocks[0]).toEqual((await found.textOf('Two'))[0] && { ...blocks[0] })
  // A picture keeps its name, and gets the type that its bytes have.
  expect(found.files).toEqual(['a.png image/png', 'b.jpg image/jpeg'])
})

test('parts of lessons are named before files that are no part of a course, and the rest is counted', async () => {
  const files = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`data/${at}.txt`, 'x']))
  const found = await read({ ...files, [text('z/Lesson')]: '[a](b.html)' })
  expect([found.left[0], found.left.length, found.count]).toEqual([
    `${text('z/Lesson')} local-links b.html`,
    500,
    601,
  ])
})

test('a link of a site that shows its pages in one folder finds the lesson by its name', async () => {
  const found = await read({ [text('one/Start')]: '[Next](next.html#part)', [text('two/Next')]: 'Text' })
  expect(JSON.stringify(await found.textOf('Start'))).toContain(`"href":"/two/${text('Next')}"`)
})

test('names of folders within a module stand before the titles of their lessons, which stay distinct', async () => {
  const long = 'Belajar 👩‍👩‍👧 '.repeat(30).trim()
  const found = await read({
    [text('Part 1/01 Basics/02 Sets')]: '# Sets\n\nText',
    [text('Part 1/02 More/Sets/Sets')]: '# Sets\n\nText',
    [text('Part 1/02 More/README')]: 'Text',
    [text('Part 1/02 More/1 Same')]: '---\ntitle: Same\n---\nText',
    [text('Part 1/02 More/2 Same')]: '---\ntitle: Same\n---\nText',
    [text(`Part 1/${long}/Sub/A`)]: 'Text',
    'Part 1/01 Basics/Sheet.pdf': pdf(1),
    [text('Part 2/Z')]: 'Text',
  })
  expect(found.titles.toSorted()).toEqual([
    'Basics › Sets',
    'Basics › Sheet',
    expect.stringMatching(/^(?:Belajar 👩‍👩‍👧 )+Belajar(?: 👩‍👩‍👧)?… › A$/u),
    'More',
    'More › Same',
    'More › Same (2)',
    'More › Sets',
    'Z',
  ])
  expect(found.titles.every((title) => title.length <= 200)).toBe(true)
  // The heading repeats the title, so it is removed from the text.
  expect(await found.textOf('Basics › Sets')).toHaveLength(1)
})

test('statements of a site generator are named beside the text that keeps the others', async () => {
  const found = await read({
    [text('a')]: '# A\n\n{% include x.html %}\n\nText {{ site.name }}.\n\n- [x] Done',
  })
  expect(found.left).toEqual([`${text('a')} statements {% include x.html %}, {{ site.name }}`])
  expect(JSON.stringify(await found.textOf('A'))).toContain('☑ Done')
})
