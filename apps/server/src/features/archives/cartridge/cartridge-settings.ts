/**
 * Reads the settings that Canvas writes beside quizzes and assignments (`assessment_meta.xml`, `assignment_settings.xml`), and the
 * assignments of Common Cartridge 1.3. Settings that the import cannot apply are named, including those that this file does not
 * know. Pure functions.
 */
import type { Review } from '@apogee/contracts/assessments/assessments.ts'
import { cutText } from '@apogee/domain/text/cut-text.ts'
import { xmlText } from '@apogee/domain/text/xml-text.ts'
import { attribute, children, localName, textOf, type XmlElement } from '#server/platform/xml/read-xml.ts'
import { elementsOf } from './cartridge-scores.ts'

/** Contains the fields of a quiz file that Canvas's settings can set. */
export interface SettingsOfQuiz {
  timeLimitMinutes?: number
  attemptsAllowed?: number
  shuffleOptions?: boolean
  shuffleQuestions?: boolean
  review?: Review
}

export interface QuizSettings {
  fields: SettingsOfQuiz
  /** Lists settings that a quiz here cannot have, as `name: value`. */
  named: string[]
  isPublished: boolean
  /** This is HTML, or ''. */
  description: string
}

export interface Assignment {
  title: string
  /** The values are those of Canvas, such as `online_upload`, `online_text_entry` and `on_paper`. */
  submissions: string[]
  /** Contains the points as the file writes them, or ''. */
  points: string
  /** Contains the instructions as HTML, or '' if they are on a separate page. */
  instructions: string
  /** Contains a text for teachers as HTML, or ''. */
  guide: string
  named: string[]
  isPublished: boolean
}

/** These settings are read elsewhere, or only say where the part lies in its course. They are never named as left out. */
const structure = new Set(
  `title description points_possible position workflow_state available quiz_type could_be_locked all_day all_day_date
   module_locked submission_types allowed_attempts time_limit shuffle_answers shuffle_questions show_correct_answers
   hide_results assignment extensions text instructor_text gradable submission_formats attachments
   grader_comments_visible_to_graders grader_names_visible_to_final_grader resource_link_lookup_uuid time_zone_edited
   has_group_category external_tool_new_tab saved_rubric_comments rubric`
    .trim()
    .split(/\s+/),
)
const isStructure = (name: string): boolean =>
  structure.has(name) ||
  (/_(?:identifierref|guid)$/.test(name) && name !== 'rubric_identifierref') ||
  /^(?:rubric_(?!identifierref)|external_tool_(?!url))/.test(name)

/** A setting with one of these values has no effect, so it is not named as left out. */
const neutral = new Set(['', 'false', '0', '0.0', 'none', 'null'])
const neutralOf: Readonly<Record<string, string>> = {
  scoring_policy: 'keep_highest',
  grading_type: 'points',
}

const longestValue = 60

/** Returns `name: value` for each setting that has an effect and that a course here cannot have. */
function namedIn(root: XmlElement): string[] {
  return elementsOf(root).flatMap((element) => {
    const name = localName(element.name)
    const value = element.text.replaceAll(/\s+/g, ' ').trim()
    if (isStructure(name) || neutral.has(value) || neutralOf[name] === value) return []
    if (name === 'rubric_identifierref') return ['rubric']
    return [`${name}: ${value.length > longestValue ? `${cutText(value, longestValue)}…` : value}`]
  })
}

const isTrue = (text: string): boolean => /^true$/i.test(text)

/** Returns null for an element that contains no settings of a quiz. */
export function quizSettingsOf(root: XmlElement): QuizSettings | null {
  if (localName(root.name) !== 'quiz') return null
  const stated = (name: string) => textOf(root, name)
  const fields: SettingsOfQuiz = {
    ...(isTrue(stated('shuffle_answers')) && { shuffleOptions: true }),
    ...(isTrue(stated('shuffle_questions')) && { shuffleQuestions: true }),
  }
  const named = [
    ...limitIn(fields, 'timeLimitMinutes', { name: 'time_limit', value: stated('time_limit'), most: 480 }),
    ...limitIn(fields, 'attemptsAllowed', {
      name: 'allowed_attempts',
      value: stated('allowed_attempts'),
      most: 20,
    }),
    ...reviewIn(fields, stated),
    ...(/survey/.test(stated('quiz_type')) ? [`quiz_type: ${stated('quiz_type')}`] : []),
    ...namedIn(root),
    ...children(root, 'assignment').flatMap(namedIn),
  ]
  const states = [stated('workflow_state'), stated('available') === 'false' ? 'unpublished' : '']
  return {
    fields,
    named: [...new Set(named)],
    isPublished: !states.includes('unpublished'),
    description: stated('description'),
  }
}

/**
 * Sets the field to a whole number from 1 to `most`. An empty value and -1 mean no limit. Returns the setting as `name: value` if
 * it could not be applied exactly.
 */
function limitIn(
  fields: SettingsOfQuiz,
  field: 'timeLimitMinutes' | 'attemptsAllowed',
  { name, value, most }: { name: string; value: string; most: number },
): string[] {
  const number = Math.round(Number(value))
  if (value === '' || number === -1) return []
  if (!(number >= 1)) return [`${name}: ${cutText(value, longestValue)}`]
  fields[field] = Math.min(number, most)
  return number > most || number !== Number(value) ? [`${name}: ${value}`] : []
}

/** Sets what learners see of their result: the score alone, which answers were right, or also the right answers. */
function reviewIn(fields: SettingsOfQuiz, stated: (name: string) => string): string[] {
  const hidden = stated('hide_results')
  if (hidden === 'always') fields.review = 'score'
  else if (stated('show_correct_answers') === 'false') fields.review = 'marks'
  return hidden === '' || hidden === 'always' ? [] : [`hide_results: ${hidden}`]
}

const formats: Readonly<Record<string, string>> = {
  file: 'online_upload',
  text: 'online_text_entry',
  html: 'online_text_entry',
  url: 'online_url',
  uri: 'online_url',
}

/** Returns null for an element that is not an assignment. */
export function assignmentOf(root: XmlElement): Assignment | null {
  if (localName(root.name) !== 'assignment') return null
  const [gradable] = children(root, 'gradable')
  const [text] = children(root, 'text')
  const [guide] = children(root, 'instructor_text')
  const extensions = children(root, 'extensions').flatMap((one) => children(one, 'assignment'))
  const stated = (name: string) =>
    [root, ...extensions].map((one) => textOf(one, name)).find((value) => value !== '') ?? ''
  const written = children(root, 'submission_formats').flatMap((list) =>
    children(list, 'format').map((format) => attribute(format, 'type') ?? ''),
  )
  const attached = children(root, 'attachments').flatMap((list) =>
    children(list, 'attachment').map((one) => `attachment: ${attribute(one, 'href') ?? ''}`),
  )
  const submissions = [
    ...stated('submission_types').split(/[\s,]+/),
    ...written.map((format) => formats[format] ?? format),
  ].filter((one) => one !== '')
  return {
    title: stated('title'),
    submissions: [...new Set(submissions)],
    points: stated('points_possible') || ((gradable && attribute(gradable, 'points_possible')) ?? ''),
    instructions: text ? htmlIn(text) : '',
    guide: guide ? htmlIn(guide) : '',
    named: [
      ...new Set([
        ...(gradable && /^false$/i.test(gradable.text.trim()) ? ['gradable: false'] : []),
        ...attached,
        ...[root, ...extensions].flatMap(namedIn),
      ]),
    ],
    isPublished: stated('workflow_state') !== 'unpublished',
  }
}

const htmlIn = (element: XmlElement): string =>
  attribute(element, 'texttype') === 'text/plain'
    ? xmlText(element.text.trim()).replaceAll('\n', '<br>')
    : element.text

/** A quiz here accepts these ways of handing in: files, a text, or an address, which is handed in as text. */
const handedIn = ['online_upload', 'online_text_entry', 'online_url']
export const isHandedIn = ({ submissions }: Assignment): boolean =>
  submissions.some((one) => handedIn.includes(one))
export const takesFiles = ({ submissions }: Assignment): boolean => submissions.includes('online_upload')
/** Returns the ways of handing in that no quiz here accepts. */
export const otherSubmissions = ({ submissions }: Assignment): string[] =>
  submissions.filter((one) => !handedIn.includes(one))
