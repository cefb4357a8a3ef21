/** Tests that the time to read a cartridge grows in proportion to each part of its input. */
import { expect, test } from 'vitest'
import { growthOf } from '#server/platform/growth.testing.ts'
import { readScormManifest } from '#server/platform/scorm/scorm-manifest.ts'
import { readXml } from '#server/platform/xml/read-xml.ts'
import { readCartridgeQuiz } from './cartridge-questions.ts'
import { readHtml } from '@apogee/contracts/courses/html/read-html.ts'

/** The limit lies between linear and quadratic growth, with tolerance for a busy machine. */
const mostGrowth = 3

const label = (place: number) =>
  `<response_label ident="L${place}"><material><mattext texttype="text/plain">${place}</mattext></material></response_label>`
const equal = (place: number) => `<varequal respident="r">L${place}</varequal>`
const many = (count: number, part: (place: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join('')

const item = (labels: string, right: string, more = '') =>
  `<item><presentation><response_lid rcardinality="Single"><render_choice>${labels}</render_choice></response_lid></presentation>
   <resprocessing><respcondition><conditionvar>${right}</conditionvar><setvar>100</setvar></respcondition></resprocessing>${more}</item>`
const quiz = (items: string) => `<questestinterop><assessment>${items}</assessment></questestinterop>`

const quizzes: Record<string, (size: number) => string> = {
  'labels and empty elements': (size) =>
    item(
      many(size, label),
      equal(1),
      many(size, () => '<x/>'),
    ),
  'labels and right answers': (size) => item(many(size, label), many(size, equal)),
  'excluded answers': (size) =>
    item(
      label(1),
      many(size, (at) => `<not>${equal(at)}</not>`),
    ),
  'questions that are left out': (size) => many(Math.ceil(size / 10), () => item(label(1), '')),
  conditions: (size) =>
    `<item><presentation/>${many(size, () => '<respcondition><conditionvar/><setvar>1</setvar></respcondition>')}</item>`,
}

test.each(Object.keys(quizzes))('a quiz with many %s is read in linear time', (name) => {
  const growth = growthOf(12_000, (size) => {
    const root = readXml(quiz(quizzes[name]?.(size) ?? ''))
    return () => readCartridgeQuiz(root, 'Quiz')
  })
  expect(growth).toBeLessThan(mostGrowth)
})

test('a question with 400 labels among 200,000 elements is read at once', () => {
  const root = readXml(
    quiz(
      item(
        many(400, label),
        equal(1),
        many(200_000, () => '<x/>'),
      ),
    ),
  )
  const before = process.cpuUsage()
  readCartridgeQuiz(root, 'Quiz')
  // The limit of one second of processor time is 400 times less than quadratic code took.
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
})

test('elements that are nested more deeply than any file has them are refused', () => {
  expect(() => readXml(`${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`)).toThrow('nested too deeply')
})

const pages: Record<string, (size: number) => string> = {
  paragraphs: (size) => many(size, () => '<p>a <b>b</b></p>'),
  'pieces of one line': (size) => `<p>${many(size, (at) => (at % 2 ? '<b>b</b>' : '<i>i</i>'))}</p>`,
  'empty elements': (size) => many(size, () => '<span></span>'),
}

test.each(Object.keys(pages))('a page with many %s is read in linear time', (name) => {
  const growth = growthOf(8000, (size) => {
    const html = pages[name]?.(size) ?? ''
    return () => readHtml(html)
  })
  expect(growth).toBeLessThan(mostGrowth)
})

test('a page of 300,000 pieces of one line is read', () => {
  expect(
    readHtml(`<p>${'<br>'.repeat(150_000)}a</p>${'<br>'.repeat(150_000)}`).blocks.length,
  ).toBeGreaterThan(0)
})

test('a base that many activities name is refused when it is longer than any address', () => {
  const manifest = `<manifest xml:base="${'a/'.repeat(5000)}"><metadata><schemaversion>1.2</schemaversion></metadata>
     <organizations><organization><item identifierref="R"><title>One</title></item></organization></organizations>
     <resources><resource identifier="R" href="a.html"/></resources></manifest>`
  expect(() => readScormManifest(manifest, new Set(['a.html']))).toThrow('address-outside-package: One')
})
