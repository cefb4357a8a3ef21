/** The sentences of the readers of questions are shown in the author's language. */
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

/** A sentence begins with its verb, because its subject is the place in the file. */
const sentence =
  /['`](?:\$\{name\}: )?((?:must|has|is|draws|accepts|gives|takes|changes|feedbacks|columns|form|embedded|notes|pictures) [^'`$\n]+)/g

test('each sentence of a reader has its Malay form', () => {
  const found = Object.values(sources).flatMap((source) =>
    [...source.matchAll(sentence)].map(
      ([, written = '']) => written.split(': ')[0]?.replaceAll(String.raw`\\`, '\\') ?? '',
    ),
  )
  expect(found.length).toBeGreaterThan(50)
  // A blank at the end stands before a number, and the whole sentence is known.
  const whole = found.filter((one) => !one.endsWith(' '))
  expect([...new Set(whole)].filter((one) => !(one in { ...validation, ...importSentences }))).toEqual([])
})
