import { linesOf } from '@apogee/contracts/courses/html/plain-lines.ts'
import { readHtml } from '@apogee/contracts/courses/html/read-html.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { earnedShare } from '#server/features/assessments/shares.testing.ts'
import { readXml, readXmlBytes } from '#server/platform/xml/read-xml.ts'
import { withZip } from '#server/platform/zip/read-zip.ts'
import { readCartridgeQuiz } from './cartridge-questions.ts'

const limits = { entries: 100, entryBytes: 1_000_000, totalBytes: 5_000_000, ratio: 100 }
const fileIn = (name: string, path: string): Promise<Buffer> =>
  withZip(`fixtures/real-files/cartridge/${name}.imscc`, limits, (archive) => {
    const entry = archive.entries.find((one) => one.path === path)
    if (!entry) throw new Error(`${path} is not in ${name}`)
    return archive.read(entry, 1_000_000)
  })
const quizIn = async (name: string) =>
  readCartridgeQuiz(await readXmlBytes(await fileIn(name, 'q/quiz.xml')), 'Quiz')
const quizOf = (items: string) =>
  readCartridgeQuiz(
    readXml(`<questestinterop><assessment><section>${items}</section></assessment></questestinterop>`),
    'Quiz',
  )

test('an essay becomes a hand-in', async () => {
  expect((await quizIn('essay')).quiz?.questions).toMatchObject([
    { type: 'hand-in', question: 'Write about orbits.' },
  ])
})

test('feedback belongs to its option, and only general feedback is the explanation', async () => {
  const { quiz, leftOut, changed } = await quizIn('feedback-kinds')
  expect(quiz?.questions).toMatchObject([
    {
      type: 'multiple-choice',
      options: ['Four', 'Five'],
      answer: 'Four',
      feedback: ['Well done.', 'That was wrong.\nCount again.'],
      explanation: 'General note.',
    },
  ])
  expect([leftOut, changed]).toEqual([[], []])
})

test('true and false in another language keep their words, and the first label is right', async () => {
  const { quiz } = await quizIn('true-false-french')
  expect(quiz?.questions).toMatchObject([
    { type: 'multiple-choice', options: ['Vrai', 'Faux'], answer: 'Vrai' },
  ])
})

const text = (words: string) => `<material><mattext texttype="text/plain">${words}</mattext></material>`
const label = (id: string, words = id) => `<response_label ident="${id}">${text(words)}</response_label>`
const field = (name: string, value: string) =>
  `<qtimetadatafield><fieldlabel>${name}</fieldlabel><fieldentry>${value}</fieldentry></qtimetadatafield>`
const item = (profile: string, labels: string, conditions: string, more = '') =>
  `<item title="T"><itemmetadata><qtimetadata>${field('cc_profile', profile)}</qtimetadata></itemmetadata><presentation>${text('Q')}<response_lid ident="r" rcardinality="${profile.includes('response') ? 'Multiple' : 'Single'}"><render_choice>${labels}</render_choice></response_lid></presentation><resprocessing>${conditions}</resprocessing>${more}</item>`
const rule = (tests: string, score: number, goesOn = 'No', action = 'Set') =>
  `<respcondition continue="${goesOn}"><conditionvar>${tests}</conditionvar><setvar action="${action}" varname="SCORE">${score}</setvar></respcondition>`
const is = (id: string) => `<varequal respident="r">${id}</varequal>`

test('true and false are found by identifiers in any order and language', () => {
  const labels = label('false', 'Palsu sama sekali') + label('true', 'Memang')
  const { quiz } = quizOf(item('cc.true_false.v0p1', labels, rule(is('false'), 100)))
  expect(quiz?.questions).toMatchObject([{ type: 'true-false', answer: false }])
})

test('feedback that conditions link is divided by the answers that show it', () => {
  const shows = (tests: string, id: string) =>
    `<respcondition continue="Yes"><conditionvar>${tests}</conditionvar><displayfeedback linkrefid="${id}"/></respcondition>`
  const said = (id: string, words: string) =>
    `<itemfeedback ident="${id}"><flow_mat>${text(words)}</flow_mat></itemfeedback>`
  const conditions = `${shows('<other/>', 'x1')}${shows(is('b'), 'x2')}<respcondition continue="No"><conditionvar>${is('a')}</conditionvar><setvar>100</setvar><displayfeedback linkrefid="x3"/></respcondition>${shows('<other/>', 'x4')}`
  const more = said('x1', 'For all') + said('x2', 'No b') + said('x3', 'Right') + said('x4', 'Wrong')
  const { quiz } = quizOf(item('cc.multiple_choice.v0p1', label('a') + label('b'), conditions, more))
  expect(quiz?.questions).toMatchObject([{ explanation: 'For all', feedback: ['Right', 'No b\nWrong'] }])
})

test('every choice earns what the conditions give, or the change is said, or the question is left out', () => {
  const ids = ['a', 'b', 'c', 'd']
  const condition = fc.record({
    wanted: fc.subarray(ids, { minLength: 1 }),
    not: fc.subarray(ids),
    score: fc.constantFrom(100, 50, 0),
    goesOn: fc.boolean(),
    adds: fc.boolean(),
  })
  let graded = 0
  fc.assert(
    fc.property(fc.array(condition, { minLength: 1, maxLength: 3 }), fc.boolean(), (conditions, isSingle) => {
      const rules = conditions.map(({ wanted, not, score, goesOn, adds }) =>
        rule(
          `<and>${wanted.map(is).join('')}${not.map((id) => `<not>${is(id)}</not>`).join('')}</and>`,
          score,
          goesOn ? 'Yes' : 'No',
          adds ? 'Add' : 'Set',
        ),
      )
      const profile = isSingle ? 'cc.multiple_choice.v0p1' : 'cc.multiple_response.v0p1'
      const { quiz, leftOut, changed } = quizOf(
        item(profile, ids.map((id) => label(id)).join(''), rules.join('')),
      )
      const [stored] = quiz?.questions ?? []
      if (!stored) {
        expect(leftOut).toHaveLength(1)
        return
      }
      if (changed.length > 0) return
      graded += 1
      const scoreOf = (chosen: readonly string[]) => {
        let sum = 0
        for (const { wanted, not, score, goesOn, adds } of conditions) {
          if (wanted.some((id) => !chosen.includes(id)) || not.some((id) => chosen.includes(id))) continue
          sum = adds ? sum + score : score
          if (!goesOn) break
        }
        return sum
      }
      const subsets = Array.from({ length: 15 }, (_, at) =>
        ids.filter((_id, bit) => ((at + 1) >> bit) & 1),
      ).filter(({ length }) => !isSingle || length === 1)
      const best = Math.max(...subsets.map(scoreOf))
      for (const chosen of subsets) {
        const ours = earnedShare(stored, { words: chosen })
        expect(Math.abs(scoreOf(chosen) / best - ours)).toBeLessThan(0.02)
      }
    }),
    { numRuns: 300 },
  )
  expect(graded, 'questions that were compared').toBeGreaterThan(5)
})

test('blanks accept what their conditions accept, and ranges of numbers are read', () => {
  const blank = (conditions: string, kind = 'String') =>
    `<item title="T"><presentation>${text('Q')}<response_str ident="r"><render_fib fibtype="${kind}"/></response_str></presentation><resprocessing>${conditions}</resprocessing></item>`
  expect(quizOf(blank(rule(`<or>${is('KL')}${is('Kuala Lumpur')}</or>`, 100))).quiz?.questions).toMatchObject(
    [{ type: 'short-answer', answers: ['KL', 'Kuala Lumpur'], matchAccents: true }],
  )
  const range = '<vargte respident="r">1.5</vargte><varlte respident="r">2.5</varlte>'
  expect(quizOf(blank(rule(range, 100), 'Decimal')).quiz?.questions).toMatchObject([
    { type: 'numeric', answer: 2, tolerance: 0.5 },
  ])
  const strange = rule('<varsubstring respident="r">Kuala</varsubstring>', 100)
  expect(quizOf(blank(strange)).leftOut).toEqual(['T: has scoring that is not supported: varsubstring'])
})

test('points that cannot be kept, pictures and sounds are named', () => {
  const picture =
    '<material><mattext texttype="text/html">Q &lt;img src="a.png"&gt;</mattext><mataudio uri="a.mp3"/></material>'
  const given = item('cc.multiple_choice.v0p1', label('a') + label('b'), rule(is('a'), 100))
    .replace('</qtimetadata>', `${field('cc_weighting', '2.5')}</qtimetadata>`)
    .replace(text('Q'), picture)
  expect(quizOf(given).changed).toEqual([
    'T: has other points here: 3 (2.5)',
    'T: pictures left out: 1',
    'T: embedded sounds left out: 1',
  ])
})

const pageIn = async (name: string, path: string) => readHtml(String(await fileIn(name, path)))

test('raised and lowered characters stay so', async () => {
  const { blocks } = await pageIn('superscripts', 'p.html')
  expect(blocks.flatMap(linesOf)).toEqual(['The distance is 4 × 10⁵ km, water is H₂O.'])
})

test('formulas in text, in pictures of equations and in MathML are formulas', async () => {
  const { blocks, pictures } = await pageIn('formulas', 'p/page.html')
  const [paragraph] = blocks
  const formulas =
    paragraph?.type === 'paragraph' ? (paragraph.content ?? []).filter(({ type }) => type === 'formula') : []
  expect(formulas).toEqual(
    ['a^2+b^2', String.raw`x=\frac{1}{2}`, 'y = mx', 'x=2'].map((tex) => ({
      type: 'formula',
      attrs: { tex },
    })),
  )
  expect(pictures).toBe(0)
})

test('players with an address become links, and others are counted', async () => {
  const { blocks, ...counts } = await pageIn('embedded-video', 'p/page.html')
  expect(blocks.flatMap(linesOf).join(' ')).toContain('https://video.example.org/embed/abc')
  expect(counts).toMatchObject({ sounds: 1, objects: 1, videos: 1, frames: 0 })
})
