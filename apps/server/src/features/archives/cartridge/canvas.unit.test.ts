/** Tests cartridges as Canvas and other programs write them, with settings beside quizzes and assignments. */
import { expect, test } from 'vitest'
import type { ArchivedQuiz } from '#server/features/assessments/quizzes/quiz-archives.ts'
import { ArchiveContents } from '../archive-contents.ts'
import { examine } from '../examine.ts'
import { archiveOf } from '../memory-archive.testing.ts'
import { readCartridge } from './read-cartridge.ts'

const described = 'associatedcontent/imscc_xmlv1p1/learning-application-resource'
const resource = (id: string, type: string, files: string[], more = '') =>
  `<resource identifier="${id}" type="${type}" href="${files[0]}">${files.map((file) => `<file href="${file}"/>`).join('')}${more}</resource>`
const item = (id: string, title: string) => `<item identifierref="${id}"><title>${title}</title></item>`
const manifest = (
  items: string,
  resources: string,
  head = '<metadata><schema>IMS Common Cartridge</schema></metadata>',
) =>
  `<manifest>${head}<organizations><organization structure="rooted-hierarchy"><item><item><title>Week 1</title>${items}</item></item></organization></organizations><resources>${resources}</resources></manifest>`

async function read(files: Readonly<Record<string, string>>) {
  const { archive } = archiveOf(files)
  const found = await examine(archive, 'Course')
  if (!('plan' in found))
    return { problems: found.problems.map(({ kind }) => kind), items: [], left: [], quizzes: [] }
  const items = found.plan.manifest.modules.flatMap((module) => module.items)
  const shown = await readCartridge(archive, 'Course', { folder: found.plan.root })
  const contents = new ArchiveContents(shown?.archive ?? archive, '')
  const quizzes: ArchivedQuiz['published'][] = []
  for (const one of items) if (one.kind === 'quiz') quizzes.push((await contents.quiz(one)).published)
  return {
    problems: [],
    items: items.map((one) => `${one.kind} ${one.title}${one.isPublished ? '' : ' (draft)'}`),
    left: found.plan.leftOut.map(({ path, reason, detail }) => `${path} ${reason} ${detail}`.trim()),
    quizzes,
  }
}

const assignment = (settings: string, html = '<p>Write a report.</p>') =>
  read({
    'imsmanifest.xml': manifest(
      item('A', 'Lab report'),
      resource('A', described, ['a/lab.html', 'a/assignment_settings.xml']),
    ),
    'a/lab.html': html,
    'a/assignment_settings.xml': `<assignment identifier="A" xmlns="http://canvas.instructure.com/xsd/cccv1p0"><title>Lab report</title>${settings}</assignment>`,
  })

test('an assignment that is handed in becomes a hand-in with its points and instructions', async () => {
  const found = await assignment(
    '<points_possible>20.0</points_possible><submission_types>online_upload,online_text_entry</submission_types><due_at>2026-09-15T04:59:00</due_at><rubric_identifierref>R</rubric_identifierref><position>1</position><peer_reviews>false</peer_reviews><allowed_extensions>pdf</allowed_extensions>',
  )
  expect(found.items).toEqual(['quiz Lab report'])
  expect(found.quizzes).toMatchObject([
    {
      title: 'Lab report',
      questions: [{ type: 'hand-in', question: 'Write a report.', points: 20, files: 5 }],
    },
  ])
  expect(found.left).toEqual([
    'a/assignment_settings.xml unknown-field Lab report: due_at: 2026-09-15T04:59:00, rubric, allowed_extensions: pdf',
  ])
})

test('instructions with lists, pictures or links become a text beside the hand-in', async () => {
  const found = await assignment(
    '<submission_types>online_text_entry</submission_types><points_possible>250</points_possible><workflow_state>unpublished</workflow_state>',
    '<ol><li>Measure</li><li>Write</li></ol>',
  )
  expect(found.items).toEqual(['text Lab report (draft)', 'quiz Lab report (draft)'])
  expect(found.quizzes).toMatchObject([{ questions: [{ question: 'Lab report', points: 10 }] }])
  expect(found.left).toEqual([
    'a/assignment_settings.xml question-changed Lab report: has other points here: 10 (250)',
  ])
})

test.each(['on_paper', 'external_tool', 'discussion_topic', 'none', ''])(
  'an assignment of the kind %j stays a text and is named',
  async (kind) => {
    const found = await assignment(`<submission_types>${kind}</submission_types>`)
    expect(found.items).toEqual(['text Lab report'])
    expect(found.left).toEqual([`a/assignment_settings.xml assignment Lab report: ${kind || '?'}`])
  },
)

test('an assignment of Common Cartridge 1.3 keeps its text for teachers as the guide', async () => {
  const found = await read({
    'imsmanifest.xml': manifest(item('A', 'Essay'), resource('A', 'assignment_xmlv1p0', ['a.xml'])),
    'a.xml':
      '<assignment xmlns="http://www.imsglobal.org/xsd/imscc_extensions/assignment"><title>Essay</title><text texttype="text/plain">Write &lt;one&gt;\npage.</text><instructor_text texttype="text/html">&lt;p&gt;Look for sources.&lt;/p&gt;</instructor_text><gradable points_possible="5">true</gradable><attachments><attachment href="v.html"/></attachments><submission_formats><format type="html"/><format type="video"/></submission_formats></assignment>',
  })
  expect(found.quizzes).toMatchObject([
    { questions: [{ question: 'Write <one>\npage.', points: 5, guide: 'Look for sources.' }] },
  ])
  expect(found.quizzes[0]?.questions[0]).not.toHaveProperty('files')
  expect(found.left).toEqual([
    'a.xml unknown-field Essay: attachment: v.html',
    'a.xml assignment Essay: video',
  ])
})

const label = (id: string) =>
  `<response_label ident="${id}"><material><mattext>${id}</mattext></material></response_label>`
const question = (title: string, kind = 'multiple_choice_question') =>
  `<item title="${title}"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${kind}</fieldentry></qtimetadatafield></qtimetadata></itemmetadata><presentation><material><mattext>${title}?</mattext></material><response_lid ident="r"><render_choice>${label('a')}${label('b')}</render_choice></response_lid></presentation><resprocessing><respcondition><conditionvar><varequal>a</varequal></conditionvar><setvar>100</setvar></respcondition></resprocessing></item>`
const quizOf = (items: string) =>
  `<questestinterop><assessment ident="Q" title="Quiz"><section ident="root_section">${items}</section></assessment></questestinterop>`

const quiz = (meta: string, whole: string, banks: Readonly<Record<string, string>> = {}) =>
  read({
    ...banks,
    'imsmanifest.xml': manifest(
      item('Q', 'Quiz'),
      resource(
        'Q',
        'imsqti_xmlv1p2/imscc_xmlv1p1/assessment',
        ['q/assessment_qti.xml'],
        '<dependency identifierref="M"/>',
      ) +
        resource('M', described, ['q/assessment_meta.xml', 'non_cc_assessments/Q.xml.qti']) +
        Object.keys(banks)
          .map((path) => resource('B', described, [path]))
          .join(''),
    ),
    'q/assessment_qti.xml': quizOf(question('One')),
    'q/assessment_meta.xml': `<quiz xmlns="http://canvas.instructure.com/xsd/cccv1p0">${meta}</quiz>`,
    'non_cc_assessments/Q.xml.qti': quizOf(whole),
  })

test('the settings of a quiz are applied, and those without a place are named', async () => {
  const found = await quiz(
    `<title>Quiz</title><description>&lt;p&gt;Read week 1.&lt;/p&gt;</description><shuffle_answers>true</shuffle_answers><scoring_policy>keep_latest</scoring_policy>
     <hide_results/><quiz_type>assignment</quiz_type><show_correct_answers>false</show_correct_answers><time_limit>30</time_limit><allowed_attempts>2</allowed_attempts>
     <one_question_at_a_time>true</one_question_at_a_time><cant_go_back>false</cant_go_back><due_at>2026-09-12T05:59:00</due_at><setting_of_tomorrow>x</setting_of_tomorrow>
     <assignment identifier="B"><title>Quiz</title><due_at>2026-09-12T05:59:00</due_at><submission_types>online_quiz</submission_types><peer_reviews>true</peer_reviews></assignment>`,
    question('One') + question('Two', 'matching_question'),
  )
  expect(found.items).toEqual(['text Quiz', 'quiz Quiz'])
  expect(found.quizzes).toMatchObject([
    {
      timeLimitMinutes: 30,
      attemptsAllowed: 2,
      shuffleOptions: true,
      review: 'marks',
      questions: [{ question: 'One?' }],
    },
  ])
  expect(found.left).toEqual([
    'q/assessment_meta.xml unknown-field Quiz: scoring_policy: keep_latest, one_question_at_a_time: true, due_at: 2026-09-12T05:59:00, setting_of_tomorrow: x, peer_reviews: true',
    'q/assessment_qti.xml question-kind Two: is a question of a kind that is not supported: matching',
  ])
})

test('questions that each attempt draws stay a group, and other draws are named', async () => {
  const section = (title: string, draw: number, inside: string, more = '') =>
    `<section title="${title}"><selection_ordering><selection>${more}<selection_number>${draw}</selection_number><selection_extension><points_per_item>3.0</points_per_item></selection_extension></selection></selection_ordering>${inside}</section>`
  const found = await quiz(
    '<allowed_attempts>-1</allowed_attempts><available>false</available>',
    section('Loops', 1, question('One') + question('Two')) +
      section('Bank', 2, '', '<sourcebank_ref>bank1</sourcebank_ref>') +
      question('Three'),
  )
  expect(found.items).toEqual(['quiz Quiz (draft)'])
  expect(found.quizzes).toMatchObject([
    {
      groups: [{ name: 'Loops', draw: 1 }],
      questions: [{ group: 'Loops', points: 3 }, { group: 'Loops', points: 3 }, { points: 10 }],
    },
  ])
  expect(found.quizzes[0]).not.toHaveProperty('attemptsAllowed')
  expect(found.left).toEqual([
    'q/assessment_qti.xml question-changed Bank: draws questions of a bank in the file and none here: 2',
  ])
})

test('questions that are drawn from a bank of the cartridge come from there', async () => {
  const section = `<section title="Bank"><selection_ordering><selection><sourcebank_ref>B</sourcebank_ref><selection_number>1</selection_number></selection></selection_ordering></section>`
  const found = await quiz('', section, {
    'non_cc_assessments/B.xml.qti': `<questestinterop><objectbank ident="B">${question('One')}${question('Two')}</objectbank></questestinterop>`,
  })
  expect(found.quizzes).toMatchObject([
    { groups: [{ name: 'Bank', draw: 1 }], questions: [{ question: 'One?' }, { question: 'Two?' }] },
  ])
  expect([found.items, found.left]).toEqual([['quiz Quiz'], []])
})

const page = resource('P', 'webcontent', ['page.html'])
const pages = { 'page.html': '<p>Hello</p>' }

test.each([
  ['no schema', '', 'manifest', ''],
  ['another schema', '<metadata><schema>IMS Content</schema></metadata>', 'manifest', ''],
  ['a prefix', '', 'cp:manifest', ' xmlns:cp="http://www.imsglobal.org/xsd/imscp_v1p1"'],
])('pages in a manifest with %s are a cartridge', async (_, head, root, spaces) => {
  const text = manifest(item('P', 'Page'), page, head)
    .replace('<manifest>', `<${root}${spaces}>`)
    .replace('</manifest>', `</${root}>`)
  expect(await read({ 'imsmanifest.xml': text, ...pages })).toMatchObject({ items: ['text Page'], left: [] })
})

test('a cartridge within one folder is read, and its files are found there', async () => {
  const files = {
    'Week/imsmanifest.xml': manifest(item('P', 'Page'), page),
    'Week/page.html': '<p>Hello</p>',
  }
  expect(await read(files)).toMatchObject({ items: ['text Page'], left: [] })
})

test('items of a content package without an item around them are modules', async () => {
  const text = `<manifest><organizations><organization><title>Safety</title><item><title>One</title>${item('P', 'A')}</item><item><title>Two</title>${item('P', 'B')}</item></organization></organizations><resources>${page}</resources></manifest>`
  const found = await examine(archiveOf({ 'imsmanifest.xml': text, ...pages }).archive, 'Course')
  expect('plan' in found && found.plan.manifest).toMatchObject({
    course: { title: 'Safety' },
    modules: [{ title: 'One' }, { title: 'Two' }],
  })
})

test('resources with a type of SCORM are a SCORM package, whatever the schema says', async () => {
  const sco = page.replace('<resource', '<resource adlcp:scormtype="sco"')
  const text = manifest(item('P', 'Page'), sco)
  expect(
    await read({ 'imsmanifest.xml': text.replace('<manifest>', '<manifest xmlns:adlcp="x">'), ...pages }),
  ).toMatchObject({
    problems: ['scorm-package'],
  })
})

test('folders within a module and headings without a lesson are not lost', async () => {
  const folder = `<item><title>Basics</title>${item('P', 'Sets')}<item><title>Later</title></item></item>`
  const found = await read({ 'imsmanifest.xml': manifest(folder + item('P', 'End'), page), ...pages })
  expect(found).toMatchObject({
    items: ['text Basics › Sets', 'text End'],
    left: ['Basics › Later empty-folder'],
  })
})

test('settings that do not fit one line of the preview are named in several', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `setting_number_${at}`)
  const found = await assignment(
    `<submission_types>online_upload</submission_types>${names.map((name) => `<${name}>on</${name}>`).join('')}`,
  )
  expect(found.left.length).toBeGreaterThan(2)
  for (const name of names) expect(found.left.some((line) => line.includes(`${name}: on`))).toBe(true)
})

test('a page that the program does not show to learners stays a draft', async () => {
  const page = (state: string) =>
    `<html><head><title>Page</title><meta name="identifier" content="P"/><meta name="workflow_state" content="${state}"/></head><body><p>Read me.</p></body></html>`
  const found = await read({
    'imsmanifest.xml': manifest(
      item('P', 'Shown') + item('Q', 'Hidden'),
      resource('P', 'webcontent', ['p.html']) + resource('Q', 'webcontent', ['q.html']),
    ),
    'p.html': page('active'),
    'q.html': page('unpublished'),
  })
  expect(found.items).toEqual(['text Shown', 'text Hidden (draft)'])
})
