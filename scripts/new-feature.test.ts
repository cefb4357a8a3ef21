/** A new feature changes few files outside of its folders. `new-feature.deep.test.ts` builds one and starts it. */
import { expect, test } from 'vitest'
import { namesOf, reasonAgainst } from './new-feature/names.ts'
import { planOf, taken } from './new-feature/plan.ts'

const inUse = taken()

test('a new feature writes and changes at most eight files outside of its folders', () => {
  const { outside, skeleton } = planOf('study-plans')
  expect(outside.length).toBeLessThanOrEqual(8)
  expect(new Set(outside).size).toBe(outside.length)
  expect(skeleton.length).toBeGreaterThan(10)
  expect(skeleton.filter(({ text }) => text.includes('{{'))).toEqual([])
})

test('the names of the parts follow from the name of the feature', () => {
  expect(namesOf('reading-diaries')).toEqual({
    kebab: 'reading-diaries',
    names: 'readingDiaries',
    name: 'readingDiary',
    Names: 'ReadingDiaries',
    Name: 'ReadingDiary',
    table: 'reading_diaries',
    words: 'reading diaries',
    Words: 'Reading diaries',
    word: 'reading diary',
  })
  expect(['boxes', 'classes', 'branches', 'plans'].map((name) => namesOf(name).name)).toEqual([
    'box',
    'class',
    'branch',
    'plan',
  ])
})

test.each(['study-plans', 'excursions', 'reading-diaries', 'boxes', 'field-trips'])(
  'the name %s is free',
  (name) => {
    expect(reasonAgainst(name, inUse)).toBeNull()
  },
)

test.each([
  ['', 'Name the feature'],
  ['StudyPlans', 'is not a name'],
  ['../plans', 'is not a name'],
  ['study_plans', 'is not a name'],
  ['plans2', 'is not a name'],
  ['study-plan', 'is not a plural'],
  ['access', 'is not a plural'],
  [`${'very-'.repeat(6)}long-names`, 'is longer than'],
  ['helpers', 'does not say'],
  ['cases', 'is reserved'],
  ['notes', 'a feature has this name'],
  ['live-sessions', 'a feature has this name'],
  ['lesson-notes', 'a table or view has the name lesson_notes'],
  ['invites', 'a call has the name createInvite'],
  ['purchases', 'a page has the address /purchases'],
  ['reminders', 'a service or a group of texts has the name reminders'],
  ['lists', 'the skeleton itself uses the word list'],
])('the name %j is refused with a sentence', (name, why) => {
  expect(reasonAgainst(name, inUse)).toContain(why)
})
