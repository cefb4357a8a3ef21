/** Reads damaged files of questions and lists of people: each is read without a lost character, or refused with a reason. */
import { readPeople } from '@apogee/contracts/enrolments/people-list.ts'
import { damage, lostIn } from '@apogee/domain/damaged-file.testing.ts'
import { readText } from '@apogee/domain/read-text.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readQuestionFile } from './quiz-formats.ts'
import { allRealFiles } from './real-files.testing.ts'

const runs = 3_500

let made = 0
const key = () => `key-${(made += 1)}`

test('damaged files of questions and of people are read without a lost character, or refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...allRealFiles()), damage, async ({ path, bytes }, change) => {
      const content = new Uint8Array(change(bytes))
      const read = path.includes('/rosters/')
        ? await readText(content)
        : await readQuestionFile(new File([content], path.slice(path.lastIndexOf('/') + 1)), key)
      expect(lostIn(read)).toEqual([])
      if ('text' in read) expect(lostIn(readPeople(read.text))).toEqual([])
    }),
    { numRuns: runs },
  )
})
