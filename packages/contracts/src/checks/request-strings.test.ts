import * as z from 'zod/mini'
import { isVisible } from '@apogee/domain/text/visible-text.ts'
import { expect, test } from 'vitest'
import { isOneLine } from '../texts.ts'
import { requestStrings, type RequestString } from './request-strings.testing.ts'

const strings = requestStrings()

interface CheckDefinition {
  check: string
  maximum?: number
  abort?: boolean
  tx?: (value: string) => string
}
const definitionsOf = ({ checks }: RequestString): CheckDefinition[] =>
  checks.map((check) => check._zod.def as CheckDefinition)

const blanks = ['', ' a ', '\n\ta\u00a0b\u3000', '  ']
const isTrim = ({ check, tx }: CheckDefinition): boolean =>
  check === 'overwrite' && tx !== undefined && blanks.every((blank) => tx(blank) === blank.trim())

/** Returns the index of the length check. Returns -1 if the check is missing or a step other than trimming precedes it. */
function placeOfLength(string: RequestString): number {
  const definitions = definitionsOf(string)
  const place = definitions.findIndex((definition) => !isTrim(definition))
  const first = definitions[place]
  return first?.check === 'max_length' && first.abort === true ? place : -1
}

test('the contract has texts in params, queries and bodies', () => {
  for (const part of ['params', 'query', 'body'])
    expect(strings.filter(({ path }) => path.includes(` ${part}`)).length).toBeGreaterThan(50)
})

test('every text of a request has a length, which is checked before anything else', () => {
  expect(strings.filter((string) => placeOfLength(string) === -1).map(({ path }) => path)).toEqual([])
})

test('no check behind the length runs for a text that is too long', () => {
  const seen = strings.filter((string) => {
    const place = placeOfLength(string)
    const tooLong = 'x'.repeat((definitionsOf(string)[place]?.maximum ?? 0) + 1)
    const behind = string.checks.slice(place + 1)
    let runs = 0
    const watched = behind.map((check) => {
      const watch = Object.create(check) as z.core.$ZodCheck
      const { def, onattach, check: run } = check._zod
      Object.defineProperty(watch, '_zod', {
        value: {
          def,
          onattach,
          check: (payload: z.core.ParsePayload) => {
            runs += 1
            return run(payload as never)
          },
        },
      })
      return watch as z.core.$ZodCheck<string>
    })
    const schema = z
      .string()
      .check(...(string.checks.slice(0, place + 1) as z.core.$ZodCheck<string>[]), ...watched)
    return z.safeParse(schema, tooLong).success || runs > 0
  })
  expect(seen.map(({ path }) => path)).toEqual([])
})

test('a text at the end of its length reaches the checks behind it', () => {
  const link = strings.find(({ path }) => path === 'createLiveSession body.link')
  expect(link && z.safeParse(link.schema, `https://${'a'.repeat(1990)}`).success).toBe(true)
})

/** These texts may have several lines. The keys omit the name of the call. */
const severalLines = new Set([
  'address',
  'bio',
  'body',
  'businessAddress',
  'description',
  'gift.message',
  'intro',
  'message',
  'note',
  'notes',
  'reason',
  'text',
  'faq[].answer',
  'grades[].comment',
  'identityCheck',
  'passage.quote',
  // The fields hold code, or the wording of exercises.
  'answer',
  'code',
  'practice.prompt',
  'practice.hints[]',
  'practice.setup',
  'practice.solution',
  'practice.starter',
  // Code in questions and answers may have several lines.
  ...['question', 'explanation', 'guide', 'starterCode', 'tests[].arguments', 'tests[].expected'].flatMap(
    inQuestion,
  ),
  ...['accepted[]', 'distractors[]', 'items[]', 'pairs[].match', 'pairs[].prompt'].flatMap(inQuestion),
  ...['options[].feedback', 'options[].text'].flatMap(inQuestion),
  // The fields hold a formula and the text of a block of code. Texts of paragraphs are shown without line breaks.
  ...['attrs.tex', 'content[].attrs.tex', 'content[].text'].map((name) => `document.content[].${name}`),
])

function inQuestion(field: string): string[] {
  return [`question.${field}`, `quiz.questions[].${field}`]
}

/** Nobody sees these texts. The server compares them with stored values or stores them unchanged. */
const neverShown = new Set([
  'currentPassword',
  'password',
  'token',
  'invite',
  'launch',
  'activity',
  'cmi{}',
  'upload',
  'dueAt',
  'credential.response.transports[]',
  'documents[].version',
  'timeZone',
  'source',
  'visit',
  'visit[]',
  'id',
  'file',
  'purchaseId',
  'ticket',
  'cursor',
  'website',
  'code',
  ...['search', 'person', 'address', 'q', 'tag'].flatMap((name) => [name, `filters.${name}`]),
  // The server accepts only addresses of uploads.

  'avatar',
  'metadata.avatar',
  'captions[].url',
  'filePath',
  'files[]',
  'image',
  'logo',
  'pictures[].url',
  'signature',
  'url',
  // The server makes the file's name printable when it sends the file, and reads the type from the content.
  'name',
  'contentType',
])
/** `name` in this call is the name of a file. */
const namesFiles = 'beginUpload'

test('a text of one line takes neither line breaks nor characters that control its direction', () => {
  const hostile = [
    'Two\r\nlines of text',
    'A\ttab',
    'A bell \u0007 rings',
    'Right \u202e left',
    'A \u2028 line',
    'An \u0085 end',
  ]
  const taken = strings.filter(({ schema }) =>
    hostile.some((sent) => {
      const result = z.safeParse(schema, sent)
      return result.success && !isOneLine(String(result.data))
    }),
  )
  const decided = ({ path }: RequestString): boolean => {
    const [call, ...rest] = path.split(' ')
    const field = rest.join(' ').replace(/^(?:body|query|params)\./, '')
    return severalLines.has(field) || (neverShown.has(field) && (field !== 'name' || call === namesFiles))
  }
  expect(taken.filter((string) => !decided(string)).map(({ path }) => path)).toEqual([])
})

/** A draft is stored as typed. The rules of the quiz file refuse a bad text when the draft is published. */
const ofDrafts =
  /^(?:saveQuizDraft|publishQuiz|saveBankQuestion|saveRecallQuestion) body\.(?:quiz|question)\./
/**
 * A lesson's text is stored letter for letter. The server treats blank values of the other fields as empty, or only compares them.
 */
const asTyped = new Set([
  'answer',
  'code',
  'text',
  'passage.quote',
  'practice.starter',
  'signature',
  'filters.search',
  ...['attrs.alt', 'attrs.title', 'attrs.tex', 'content[].attrs.tex', 'content[].text'].map(
    (name) => `document.content[].${name}`,
  ),
])

test('a text that people read is refused or empty when it has only signs that nobody sees', () => {
  const blanks = ['\u200b', '\u2060', '\u2800', '\u3164', '\u00ad', '\u115f', '\u1160', '\uffa0', '\u180e']
  const taken = strings.filter(
    ({ path, schema }) =>
      !path.includes(' params.') &&
      z.safeParse(schema, 'Aaaa aaa').success &&
      [...blanks, '\u034f', '\u{e0020}', '\ufe0f'].some((sign) => {
        const result = z.safeParse(schema, sign.repeat(5))
        return result.success && result.data !== '' && !isVisible(String(result.data))
      }),
  )
  const decided = ({ path }: RequestString): boolean => {
    const [call, ...rest] = path.split(' ')
    const field = rest.join(' ').replace(/^(?:body|query)\./, '')
    return (
      ofDrafts.test(path) ||
      asTyped.has(field) ||
      (neverShown.has(field) && (field !== 'name' || call === namesFiles))
    )
  }
  expect(taken.filter((string) => !decided(string)).map(({ path }) => path)).toEqual([])
})
