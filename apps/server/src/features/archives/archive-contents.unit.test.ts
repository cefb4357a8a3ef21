import { expect, test } from 'vitest'
import { ArchiveContents } from './archive-contents.ts'
import { readCartridge } from './cartridge/read-cartridge.ts'
import { ItemLinks } from './item-links.ts'
import { archiveOf } from './memory-archive.testing.ts'
import { courseFile, type CourseItem, type CourseManifest } from './course-format.ts'

const items = 100
const asCourse = { form: 'course' as const, links: new ItemLinks([]) }
const numbers = Array.from({ length: items }, (_, nth) => nth)
const question = `<item><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>cc_profile</fieldlabel><fieldentry>cc.multiple_choice.v0p1</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
  <presentation><material><mattext>Which?</mattext></material><response_lid ident="r" rcardinality="Single"><render_choice>${[
    'a',
    'b',
  ]
    .map(
      (id) => `<response_label ident="${id}"><material><mattext>${id}</mattext></material></response_label>`,
    )
    .join('')}</render_choice></response_lid></presentation>
  <resprocessing><respcondition><conditionvar><varequal respident="r">a</varequal></conditionvar><setvar>100</setvar></respcondition></resprocessing></item>`

const cartridge = {
  'imsmanifest.xml': `<manifest><metadata><schema>IMS Common Cartridge</schema></metadata><organizations><organization><item>
    <item><title>Module</title>${numbers.map((nth) => `<item identifierref="P"><title>Page ${nth}</title></item><item identifierref="Q"><title>Quiz ${nth}</title></item>`).join('')}</item>
    </item></organization></organizations><resources>
    <resource identifier="P" type="webcontent" href="page.html"/>
    <resource identifier="Q" type="imsqti_xmlv1p2/imscc_xmlv1p3/assessment" href="quiz.xml"/></resources></manifest>`,
  'page.html': '<p>Selamat datang</p>',
  'quiz.xml': `<questestinterop><assessment><section>${question}</section></assessment></questestinterop>`,
}

async function convertedItems() {
  const { archive, reads } = archiveOf(cartridge)
  const converted = await readCartridge(archive, 'Course')
  if (!converted) throw new Error('no cartridge')
  const contents = new ArchiveContents(converted.archive, '')
  const { modules } = (await contents.json(courseFile)) as CourseManifest
  return { contents, reads, items: modules.flatMap((module) => module.items) }
}
const ofKind = <Kind extends CourseItem['kind']>(all: readonly CourseItem[], kind: Kind) =>
  all.filter((item): item is Extract<CourseItem, { kind: Kind }> => item.kind === kind)

test('a page and a quiz that 100 items of a cartridge name are read once', async () => {
  const { reads } = await convertedItems()
  expect(Object.fromEntries(reads)).toEqual({ 'imsmanifest.xml': 1, 'page.html': 1, 'quiz.xml': 1 })
})

test('the text and the quiz of 100 items of a cartridge are parsed once', async () => {
  const { contents, items: all } = await convertedItems()
  const texts = await Promise.all(ofKind(all, 'text').map((item) => contents.lessonText(item, asCourse)))
  const quizzes = await Promise.all(ofKind(all, 'quiz').map((item) => contents.quiz(item)))
  expect([texts.length, quizzes.length]).toEqual([items, items])
  // All items return the same object, which shows that the text was parsed once.
  expect(new Set(texts.map(({ document }) => document)).size).toBe(1)
  expect(new Set(quizzes.map(({ published }) => published)).size).toBe(1)
  expect(new Set(ofKind(all, 'quiz').map(({ title }) => title)).size).toBe(items)
})

test('texts that differ, and one that is read with and without its title, are different', async () => {
  const { archive } = archiveOf({ 'a.txt': '# A\n\nText', 'b.txt': '# B\n\nText', 'c.txt': '# A\n\nText' })
  const contents = new ArchiveContents(archive, '')
  const item = (text: string) =>
    ({ kind: 'text' as const, title: 'A', text, document: null, draft: null }) as never
  const [a, b, c] = await Promise.all(
    ['a.txt', 'b.txt', 'c.txt'].map((path) => contents.lessonText(item(path), asCourse)),
  )
  expect(a?.document).toBe(c?.document)
  expect(a?.document).not.toEqual(b?.document)
  const untitled = await contents.lessonText(item('a.txt'), { ...asCourse, form: 'folder' })
  expect(untitled.document.content).toHaveLength(1)
})
