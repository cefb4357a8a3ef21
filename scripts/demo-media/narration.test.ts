import { expect, test } from 'vitest'
import { lesson } from '../../apps/server/src/app/demo/demo-school.schema.ts'
import { loadLessons } from '../../apps/server/src/app/demo/load-demo-school.ts'
import { lessonFrom, narrationOf } from './lesson.ts'
import { spokenText } from './narration.ts'

test('a Malay lesson is spoken by the Malay voice of its teacher, an English one by the English voice', () => {
  const english = loadLessons().get('price-margin')
  if (!english) throw new Error('the content for this test is gone')
  const figures = english.slides.map(() => '<svg/>')
  expect(lessonFrom('a', english, figures).voice).toBe('en-gb+f1')
  expect(lessonFrom('b', { ...english, language: 'ms' }, figures).voice).toBe('ms+f1')
})

test('the narration is the sentence in the language of the lesson', () => {
  const sentence = { en: 'Sales are not profit.', ms: 'Jualan bukan untung.' }
  expect(narrationOf(sentence, 'en')).toBe(sentence.en)
  expect(narrationOf(sentence, 'ms')).toBe(sentence.ms)
})

test('a Malay lesson with a sentence that has no Malay text is refused', () => {
  const says = [{ en: 'Sales are not profit.' }]
  const script = {
    title: 'Jualan bukan untung',
    course: 'Akaun Mudah',
    voice: 'nurul-huda',
    opening: { en: 'Busy is not rich.', ms: 'Sibuk tidak bererti kaya.' },
    slides: [{ heading: 'Jualan', says }],
  }
  expect(lesson.safeParse(script).success).toBe(true)
  expect(lesson.safeParse({ ...script, language: 'ms' }).error?.issues).toMatchObject([
    { message: 'each sentence needs its text in the language of the lesson' },
  ])
})

test.for([
  ['Jualan RM 1,330 seminggu', 'Jualan 1330 ringgit seminggu'],
  ['Baki RM 792.90', 'Baki 792 ringgit 90 sen'],
  ['RM 2,314.00 sebulan', '2314 ringgit sebulan'],
  ['Kosnya RM 0.85 sebiji', 'Kosnya 85 sen sebiji'],
  ['bawah RM 1 juta', 'bawah 1 juta ringgit'],
  ['margin 30%', 'margin 30 peratus'],
])('the Malay voice reads "%s" as "%s"', ([written, said]) => {
  expect(spokenText({ en: '', ms: written }, 'ms')).toBe(said)
})
