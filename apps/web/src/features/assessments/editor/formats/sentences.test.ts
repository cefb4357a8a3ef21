/** The tests ensure that sentences of the question readers can be shown in the author's language. */
import { expect, test } from 'vitest'
import { validation } from '#web/platform/forms/validation.ms.ts'
import { importSentences } from '#web/platform/language/import-sentences.ms.ts'

const sources = import.meta.glob<string>(
  [
    './*.ts',
    '!./*.test.ts',
    '!./*.testing.ts',
    '../../../../../../../packages/contracts/src/assessments/{imported-answers,quiz-file,quiz-questions}.ts',
    '../../../../../../../packages/contracts/src/courses/html/read-html.ts',
    '../../../../../../../apps/server/src/features/archives/cartridge/cartridge-*.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
)

/** A sentence about a problem begins with its verb, because the position in the file precedes it. */
const sentence =
  /['`](?:\$\{name\}: )?((?:must|has|is|draws|accepts|gives|takes|changes|feedbacks|columns|form|embedded|notes|pictures) [^'`$\n]+)/g

test('each sentence of a reader has its Malay form', () => {
  const found = Object.values(sources).flatMap((source) =>
    [...source.matchAll(sentence)].map(
      ([, written = '']) => written.split(': ')[0]?.replaceAll(String.raw`\\`, '\\') ?? '',
    ),
  )
  expect(found.length).toBeGreaterThan(50)
  // A sentence that ends with a blank is cut before a number, so only whole sentences are checked.
  const whole = found.filter((one) => !one.endsWith(' '))
  expect([...new Set(whole)].filter((one) => !(one in { ...validation, ...importSentences }))).toEqual([])
})
