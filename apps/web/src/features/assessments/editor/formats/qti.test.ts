import type { QuizFile, QuizQuestion } from '@apogee/contracts/assessments/quiz-file.ts'
import { draftOfQuiz, quizOfDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeQti } from './qti-write.ts'
import { writeZip } from './qti-zip.ts'
import { readQuestionFile } from './quiz-formats.ts'
import { earned, quizOf, readFileOf, readFrom } from './graded.testing.ts'
import { anyQuestions } from './questions.testing.ts'
import { realFile } from './real-files.testing.ts'

let made = 0
const key = () => `key-${(made += 1)}`
const read = (name: string, content: string | Uint8Array<ArrayBuffer>) =>
  readQuestionFile(new File([content], name), key)
async function quizIn(
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<QuizFile['questions']> {
  const found = await read(name, content)
  if ('problems' in found) throw new Error(JSON.stringify(found.problems))
  const { settings } = draftOfQuiz({ title: 'x', questions: [] }, key)
  const checked = quizOfDraft('x', { settings, questions: found.questions })
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  return checked.quiz.questions
}
const packed = (questions: QuizFile['questions']) => writeZip(writeQti({ title: 'All', questions }).files)

const questions: QuizFile['questions'] = [
  {
    type: 'multiple-choice',
    question: 'Is 1 < 2 & "3"?\n\n  Say  so.',
    points: 5,
    answer: '<b>',
    options: ['a  b', '<b>'],
    feedback: ['No:\nnever', ''],
    explanation: 'See\n{1}.',
  },
  {
    type: 'multiple-answers',
    question: 'Planets?',
    points: 3,
    partial: true,
    options: ['Mars', 'Moon', 'Venus'],
    answers: ['Mars', 'Venus'],
  },
  { type: 'multiple-answers', question: 'All?', points: 3, options: ['a', 'b'], answers: ['b'] },
  { type: 'true-false', question: 'Round?', points: 1, answer: false },
  { type: 'short-answer', question: 'Farthest?', points: 2, answers: ['apogee', 'apo"gee'] },
  {
    type: 'short-answer',
    question: 'Exactly?',
    points: 2,
    answers: ['Café'],
    matchCase: true,
    matchAccents: true,
    matchBlanks: true,
  },
  { type: 'numeric', question: 'g?', points: 2, answer: -9.81, tolerance: 0.05 },
  { type: 'numeric', question: 'Two?', points: 2, answer: 2 },
  {
    type: 'matching',
    question: 'Capitals',
    points: 4,
    distractors: ['Tokyo'],
    partial: true,
    pairs: [
      { prompt: 'Malaysia', match: 'Kuala Lumpur' },
      { prompt: 'France', match: 'Paris' },
      { prompt: 'The Louvre', match: 'Paris' },
    ],
  },
  { type: 'ordering', question: 'By size', points: 3, items: ['Moon', 'Earth', 'Jupiter'], partial: true },
  { type: 'ordering', question: 'By age', points: 3, items: ['Old', 'New'] },
  { type: 'hand-in', question: 'Why do bodies fall?', points: 8, files: 0 },
  {
    type: 'hand-in',
    question: 'Draw an orbit.',
    points: 12,
    files: 2,
    explanation: 'See Kepler.',
    guide: 'An ellipse;\nthe Sun in a <focus>.',
  },
]

test('questions written as a QTI package are read as the same questions in the same order', async () => {
  expect(await quizIn('quiz.zip', packed(questions))).toEqual(questions)
})

test('code, which QTI cannot say, is left out and counted', () => {
  const { files, leftOut } = writeQti({
    title: 'x',
    questions: [
      { type: 'true-false', question: 'Round?', points: 1, answer: true },
      {
        type: 'coding',
        question: 'double(n)',
        points: 5,
        function: 'double',
        tests: [{ arguments: [2], expected: 4 }],
      },
    ],
  })
  expect(files.map(({ name }) => name)).toEqual(['imsmanifest.xml', 'item-1.xml'])
  expect(leftOut).toBe(1)
})

const item = (body: string, response: string, more = '') =>
  `<?xml version="1.0"?><assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="Mine">
${response}${more}<itemBody>${body}</itemBody></assessmentItem>`

test("other programs' items are read: prompts, gaps, mapped answers and relative tolerances", async () => {
  const choice = item(
    '<p>Look at the\n text.</p><choiceInteraction responseIdentifier="R" maxChoices="1"><prompt>What <em>does</em> it say?</prompt><simpleChoice identifier="A">Stay</simpleChoice><simpleChoice identifier="B"><p>Go</p></simpleChoice></choiceInteraction>',
    '<responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>B</value></correctResponse></responseDeclaration>',
  )
  expect(await quizIn('one.xml', choice)).toMatchObject([
    {
      type: 'multiple-choice',
      question: 'Look at the text.\nWhat does it say?',
      points: 10,
      options: ['Stay', 'Go'],
      answer: 'Go',
    },
  ])
  const gap = item(
    '<p>Now is the <textEntryInteraction responseIdentifier="R"/> of our discontent.</p>',
    '<responseDeclaration identifier="R" cardinality="single" baseType="string"><correctResponse><value>winter</value></correctResponse><mapping><mapEntry mapKey="winter" mappedValue="1" caseSensitive="false"/><mapEntry mapKey="summer" mappedValue="0"/></mapping></responseDeclaration>',
  )
  expect(await quizIn('one.xml', gap)).toMatchObject([
    { type: 'short-answer', question: 'Now is the _____ of our discontent.', answers: ['winter'] },
  ])
  const numeric = item(
    '<p>How far?</p><p><textEntryInteraction responseIdentifier="R"/></p>',
    '<responseDeclaration identifier="R" cardinality="single" baseType="float"><correctResponse><value>200</value></correctResponse></responseDeclaration>',
    '<outcomeDeclaration identifier="SCORE" normalMaximum="4"/>',
  ).replace(
    '</assessmentItem>',
    '<responseProcessing><responseCondition><responseIf><equal toleranceMode="relative" tolerance="5"><variable identifier="R"/><correct identifier="R"/></equal><setOutcomeValue identifier="SCORE"><baseValue baseType="float">4</baseValue></setOutcomeValue></responseIf></responseCondition></responseProcessing></assessmentItem>',
  )
  expect(await quizIn('one.xml', numeric)).toMatchObject([
    { type: 'numeric', question: 'How far?', points: 4, answer: 200, tolerance: 10 },
  ])
})

test("other programs' essays and uploads are read as hand-ins, with what graders read; more than that is refused", async () => {
  const essay = item(
    '<rubricBlock view="scorer"><p>Two reasons.</p></rubricBlock><p>Why?</p><extendedTextInteraction responseIdentifier="R"><prompt>In ten lines.</prompt></extendedTextInteraction>',
    '<responseDeclaration identifier="R" cardinality="single" baseType="string"/>',
  )
  expect(await quizIn('one.xml', essay)).toEqual([
    {
      type: 'hand-in',
      question: 'Why?\nIn ten lines.',
      points: 10,
      files: 0,
      guide: 'Two reasons.',
    },
  ])
  const upload = item('<p>Draw it.</p><uploadInteraction responseIdentifier="R"/>', '')
  expect(await quizIn('one.xml', upload)).toMatchObject([{ type: 'hand-in', question: 'Draw it.', files: 1 }])
  const drawn = 'has values that are drawn for each learner, which is not supported'
  const cases = [
    ['<extendedTextInteraction/><extendedTextInteraction/>', 'must have one text to write'],
    ['<uploadInteraction/>'.repeat(6), 'must have at most 5 files to hand in'],
    ['<extendedTextInteraction/><choiceInteraction/>', 'must have one interaction'],
    ['<printedVariable identifier="X"/><extendedTextInteraction/>', drawn],
  ] as const
  for (const [body, message] of cases) {
    const found = await read('one.xml', item(`<p>Why?</p>${body}`, ''))
    expect('problems' in found ? found.problems.map((one) => one.message) : []).toEqual([message])
  }
})

test('items that a quiz cannot ask are left out by their names and reasons, and the others are read', async () => {
  const essay = item('<hotspotInteraction responseIdentifier="R"/>', '')
  const picture = item('<p><img src="a.png" alt=""/></p>', '')
  const files = [
    ...writeQti({ title: 'x', questions }).files,
    { name: 'essay.xml', content: essay },
    { name: 'picture.xml', content: picture.replace('Mine', 'Picture') },
    { name: 'broken.xml', content: '<assessmentItem' },
  ]
  const found = await read('quiz.zip', writeZip(files))
  if ('problems' in found) throw new Error(JSON.stringify(found.problems))
  expect(found.questions).toHaveLength(questions.length)
  expect(found.leftOut).toEqual([
    { path: 'broken.xml', message: 'is not XML' },
    { path: 'item "Mine"', message: 'has an interaction that is not supported: hotspotInteraction' },
    { path: 'item "Picture"', message: 'has a picture that is not in the package as PNG, JPEG or WebP' },
  ])
})

test('document types, damaged packages and packages without items are refused', async () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa">]>${item('<p>&a;</p>', '')}`
  expect(await read('one.xml', bomb)).toEqual({
    problems: [{ path: 'one.xml', message: 'must not have a document type' }],
  })
  expect(await read('quiz.zip', 'PK and nothing')).toEqual({
    problems: [
      { path: 'quiz.zip', message: 'is damaged, or has more than 8 MB of texts or 128 MB of pictures' },
    ],
  })
  expect(await read('quiz.zip', packed(questions).slice(0, 900))).toMatchObject({ problems: [{}] })
  expect(await read('quiz.zip', writeZip([{ name: 'readme.txt', content: 'x' }]))).toEqual({
    problems: [{ path: 'imsmanifest.xml', message: 'must have at least one item' }],
  })
})

test('deflated packages are read, and one that grows beyond the limit is refused', async () => {
  expect(
    await quizIn(
      'quiz.zip',
      await deflated('a.xml', writeQti({ title: 'x', questions }).files[1]?.content ?? ''),
    ),
  ).toEqual(questions.slice(0, 1))
  expect(await read('quiz.zip', await deflated('a.xml', ' '.repeat(9_000_000)))).toEqual({
    problems: [
      { path: 'quiz.zip', message: 'is damaged, or has more than 8 MB of texts or 128 MB of pictures' },
    ],
  })
})

/** Creates a package of one deflated file: the stored one with its content, method and packed size replaced. */
async function deflated(name: string, content: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([content]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const small = new Uint8Array(await new Response(stream).arrayBuffer())
  const stored = writeZip([{ name, content: '' }])
  const head = 30 + name.length
  const whole = new Uint8Array(stored.length + small.length)
  whole.set(stored.subarray(0, head))
  whole.set(small, head)
  whole.set(stored.subarray(head), head + small.length)
  const view = new DataView(whole.buffer)
  const entry = head + small.length
  view.setUint16(8, 8, true)
  view.setUint16(entry + 10, 8, true)
  view.setUint32(entry + 20, small.length, true)
  view.setUint32(whole.length - 6, entry, true)
  return whole
}

test('XML that is not well-formed is refused, and references and CDATA are read', async () => {
  const asking = (text: string) =>
    writeQti({
      title: 'x',
      questions: [{ type: 'true-false', question: 'Round?', points: 1, answer: true }],
    }).files[1]?.content.replace('<p>Round?', `<p>${text}`) ?? ''
  expect(await quizIn('one.xml', asking('&#x41;&#66;&apos;<![CDATA[<C>]]><!-- no -->'))).toMatchObject([
    { question: "AB'<C>" },
  ])
  for (const text of ['&unknown;', 'a & b', '<b>', '</p>', '<a b=c/>', '&#0;', '<']) {
    expect(await read('one.xml', asking(text))).toEqual({
      problems: [{ path: 'one.xml', message: 'is not XML' }],
    })
  }
})

test('a picture goes into the package and comes back beside its question', async () => {
  const picture = { file: 'p'.repeat(22), alt: 'An "ellipse" & more' }
  const [first, ...others] = questions
  const pictured = first ? [...others, { ...first, picture }] : []
  const bytes = new Uint8Array([7, 8, 9])
  const { files, images } = writeQti(
    { title: 'All', questions: pictured },
    new Map([[picture.file, { type: 'image/jpeg', bytes }]]),
  )
  expect(images.map(({ name }) => name)).toEqual(['images/picture-1.jpg'])
  const found = await read('quiz.zip', writeZip([...files, ...images]))
  if ('problems' in found) throw new Error(JSON.stringify(found.problems))
  expect(found.questions.at(-1)).toMatchObject({ question: first?.question })
  const [shown] = found.pictures
  expect([shown?.question, shown?.option]).toEqual([pictured.length - 1, null])
  expect([shown?.alt, shown?.content.type]).toEqual([picture.alt, 'image/jpeg'])
  expect(new Uint8Array((await shown?.content.arrayBuffer()) ?? [])).toEqual(bytes)
})

test('pictures of choices go into the package and come back with their options, beside a text or alone', async () => {
  const [choice] = questions
  if (choice?.type !== 'multiple-choice') throw new Error('no choice')
  const [alone, beside] = ['a', 'b'].map((sign) => sign.repeat(22))
  const [first = '', second = '', ...others] = choice.options
  const pictured: QuizQuestion = {
    ...choice,
    options: ['A <red> line', second, ...others],
    answer: choice.answer === first ? 'A <red> line' : choice.answer,
    optionPictures: [
      { file: alone ?? '', alt: 'A <red> line', isAlone: true },
      { file: beside ?? '', alt: 'A blue line' },
    ],
  }
  const bytes = new Uint8Array([1, 2])
  const packed = { type: 'image/png', bytes }
  const { files, images } = writeQti(
    { title: 'Lines', questions: [pictured] },
    new Map([
      [alone ?? '', packed],
      [beside ?? '', packed],
    ]),
  )
  expect(files[0]?.content).toContain('<file href="images/picture-2.png"/>')
  expect(files[1]?.content).not.toContain('<img src="images/picture-1.png" alt="A &lt;red&gt; line"/>A')
  const found = await read('quiz.zip', writeZip([...files, ...images]))
  if ('problems' in found) throw new Error(JSON.stringify(found.problems))
  expect(found.questions[0]?.options.map(({ text }) => text)).toEqual(pictured.options)
  expect(found.pictures.map(({ content: _, ...one }) => one)).toEqual([
    { question: 0, option: 0, alt: 'A <red> line', isAlone: true },
    { question: 0, option: 1, alt: 'A blue line', isAlone: false },
  ])
})

test('several pictures, wordless pictures of choices and pictures beside the package are refused by their item', async () => {
  const [choice] = questions
  const item = writeQti({ title: 'x', questions: choice ? [choice] : [] }).files[1]?.content ?? ''
  const img = '<img src="a.png" alt="A"/>'
  const cases = [
    [item.replace('<itemBody>', `<itemBody><p>${img}${img}</p>`), 'has more than one picture'],
    [
      item.replace('identifier="choice-1">', `identifier="choice-1">${img}${img}`),
      'has more than one picture in a choice',
    ],
    [
      item.replace('<itemBody>', `<itemBody><p>${img}</p>`),
      'has a picture that is not in the package as PNG, JPEG or WebP',
    ],
  ] as const
  for (const [content, message] of cases) {
    const found = await read('one.xml', content)
    expect('problems' in found ? found.problems.map((one) => one.message) : []).toEqual([message])
  }
})

const readReal = (name: string) => readFileOf(realFile(`qti/${name}`))

test('the best of mapped choices is the answer, and the share of another is named', async () => {
  const found = await readReal('best-of-mapped-choices.xml')
  expect(quizOf(found)).toMatchObject([
    { type: 'multiple-choice', answer: 'Best', options: ['Best', 'Half', 'None'], points: 2 },
  ])
  expect(found.origins).toEqual([
    { title: 'Item', changes: ['gives part of the points in the file and none here: Half (50 %)'] },
  ])
})

test('an item is read in the encoding that it declares', async () => {
  const found = await readReal('iso-8859-1.xml')
  expect(quizOf(found)).toMatchObject([{ question: expect.stringContaining("Où est l'été ?") }])
})

test('feedback in the text of an item never becomes text that everybody sees', async () => {
  const found = await readReal('feedback-in-body.xml')
  expect(quizOf(found)).toMatchObject([
    { question: 'Which one is a planet?\nTake your time.\nWhich one?', answer: 'Mars' },
  ])
  expect(found.origins[0]?.changes).toEqual(['feedbacks left out: 2'])
})

test('a choice of one remains a choice of one, tables and powers stay apart, and sounds are counted', async () => {
  expect(quizOf(await readReal('multiple-cardinality-one-choice.xml'))).toMatchObject([
    { type: 'multiple-choice', answer: 'Mars' },
  ])
  expect(quizOf(await readReal('table-and-list.xml'))[0]?.question).toBe(
    'a | b\nc | d\none\ntwo\nx² and H₂O\nWhich one?',
  )
  const sound = await readReal('video-and-audio.xml')
  expect(sound.origins[0]?.changes).toEqual(['embedded sounds left out: 1'])
})

test('the readable items of a package are taken, and what a system left in it is skipped', async () => {
  const partly = await readReal('one-of-two-not-supported.zip')
  expect(quizOf(partly)).toMatchObject([{ answer: 'Mars' }])
  expect(partly.leftOut).toEqual([
    { path: 'item "Gap"', message: 'has an interaction that is not supported: gapMatchInteraction' },
  ])
  const left = await readReal('macos-leftovers.zip')
  expect([left.questions.length, left.leftOut]).toEqual([1, []])
})

test('QTI 3 is read where its item is the same, and QTI 1.2 is named as such', async () => {
  const third = await readReal('qti3-item.xml')
  expect(quizOf(third)).toMatchObject([{ type: 'multiple-choice', question: 'Item', answer: 'Mars' }])
  expect(third.origins[0]?.changes).toEqual(['has no text of its own, so its title is used'])
  expect((await readReal('qti12-item.xml')).leftOut).toEqual([
    { path: 'qti12-item.xml', message: 'is QTI 1.2, and only QTI 2 is read here' },
  ])
})

const choiceItem = (count: number, response: string, processing: string, most = 0) =>
  item(
    `<p>Q</p><choiceInteraction responseIdentifier="R" maxChoices="${most}">${Array.from({ length: count }, (_, at) => `<simpleChoice identifier="C${at}">c${at}</simpleChoice>`).join('')}</choiceInteraction>`,
    response,
    '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>',
  ).replace('</assessmentItem>', `${processing}</assessmentItem>`)

test('every choice earns what the mapping of an item gives, or the change is said, or the item is left out', async () => {
  const value = fc.constantFrom(2, 1, 0.5, 0, -0.5, -1)
  let graded = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(value, { minLength: 2, maxLength: 5 }),
      fc.boolean(),
      fc.constantFrom('lowerBound="0"', '', 'upperBound="1"'),
      async (values, isSingle, bounds) => {
        const entries = values
          .map((points, at) => `<mapEntry mapKey="C${at}" mappedValue="${points}"/>`)
          .join('')
        const declared = `<responseDeclaration identifier="R" cardinality="${isSingle ? 'single' : 'multiple'}" baseType="identifier"><mapping ${bounds}>${entries}</mapping></responseDeclaration>`
        const processing =
          '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/map_response"/>'
        const found = await readFrom(
          'one.xml',
          choiceItem(values.length, declared, processing, isSingle ? 1 : 0),
        )
        if (found.questions.length === 0) {
          expect(found.leftOut[0]?.message).toBeTruthy()
          return
        }
        if ((found.origins[0]?.changes ?? []).length > 0) return
        graded += 1
        const [question] = quizOf(found)
        const subsets = Array.from({ length: 2 ** values.length - 1 }, (_, at) =>
          values.flatMap((_value, bit) => (((at + 1) >> bit) & 1 ? [bit] : [])),
        ).filter(({ length }) => !isSingle || length === 1)
        const scoreOf = (chosen: readonly number[]) => {
          const sum = chosen.reduce((total, at) => total + (values[at] ?? 0), 0)
          return bounds.startsWith('upper') ? Math.min(1, sum) : sum
        }
        const best = Math.max(...subsets.map(scoreOf))
        for (const chosen of subsets) {
          const ours = question ? earned(question, { words: chosen.map((at) => `c${at}`) }) : 0
          expect(Math.abs(Math.max(0, scoreOf(chosen)) / best - ours)).toBeLessThan(0.02)
        }
      },
    ),
    { numRuns: 150 },
  )
  expect(graded, 'questions that were compared').toBeGreaterThan(0)
})

test('an item with processing of its own is scored by it, and unknown processing is left out by name', async () => {
  const declared =
    '<responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>C0</value></correctResponse></responseDeclaration>'
  const set = (points: number) =>
    `<setOutcomeValue identifier="SCORE"><baseValue baseType="float">${points}</baseValue></setOutcomeValue>`
  const is = (id: string) =>
    `<match><variable identifier="R"/><baseValue baseType="identifier">${id}</baseValue></match>`
  const own = `<responseProcessing><responseCondition><responseIf>${is('C1')}${set(4)}</responseIf><responseElseIf><not>${is('C2')}</not>${set(1)}</responseElseIf><responseElse>${set(0)}</responseElse></responseCondition></responseProcessing>`
  const found = await readFrom('one.xml', choiceItem(3, declared, own, 1))
  expect(quizOf(found)).toMatchObject([{ answer: 'c1' }])
  expect(found.origins[0]?.changes).toEqual(['gives part of the points in the file and none here: c0 (25 %)'])
  const strange = `<responseProcessing><responseCondition><responseIf><customOperator/>${set(1)}</responseIf></responseCondition></responseProcessing>`
  expect((await readFrom('one.xml', choiceItem(2, declared, strange, 1))).leftOut).toEqual([
    { path: 'item "Mine"', message: 'has scoring that is not supported: customOperator' },
  ])
})

test('an expression without content, or with the name of a property, leaves out its item alone', async () => {
  const declared =
    '<responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>C0</value></correctResponse></responseDeclaration>'
  for (const odd of ['<max/>', '<constructor/>', '<__proto__/>']) {
    const own = `<responseProcessing><setOutcomeValue identifier="SCORE">${odd}</setOutcomeValue></responseProcessing>`
    const found = await readFrom('one.xml', choiceItem(2, declared, own, 1))
    expect([found.questions.length, found.leftOut.map(({ path }) => path)]).toEqual([0, ['item "Mine"']])
  }
})

test('questions of any text written as QTI are read as the same questions with the same keys', async () => {
  await fc.assert(
    fc.asyncProperty(anyQuestions, async (given) => {
      const found = await readFrom('quiz.zip', packed(given))
      expect(found.leftOut).toEqual([])
      expect(quizOf(found)).toEqual(given)
    }),
    { numRuns: 150 },
  )
})
