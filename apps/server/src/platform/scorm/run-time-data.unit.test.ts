import { expect, test } from 'vitest'
import { launchDataOf, readRunTimeData } from './run-time-data.ts'

const core = (fields: object) => ({ suspend_data: 'page=3', core: { lesson_location: 'p3', ...fields } })

test('a passed lesson of SCORM 1.2 is completed, with its score within the range it names', () => {
  const cmi = core({
    lesson_status: 'passed',
    session_time: '0001:02:03.5',
    score: { raw: '15', min: '10', max: '20' },
  })
  expect(readRunTimeData('1.2', cmi)).toEqual({
    isCompleted: true,
    isPassed: true,
    score: 0.5,
    progress: null,
    sessionSeconds: 3723.5,
    kept: {
      status: 'passed',
      completion: null,
      success: null,
      progress: null,
      objectives: [],
      score: { raw: '15', min: '10', max: '20' },
      location: 'p3',
      suspendData: 'page=3',
    },
  })
})

test.each([
  ['completed', true, null],
  ['failed', true, false],
  ['incomplete', false, null],
  ['browsed', null, null],
  ['not attempted', null, null],
  ['PASSED', null, null],
])('the lesson status %j of SCORM 1.2 is completed: %s, passed: %s', (status, isCompleted, isPassed) => {
  expect(readRunTimeData('1.2', core({ lesson_status: status }))).toMatchObject({ isCompleted, isPassed })
})

test('SCORM 2004 reports completion, success, score and progress apart from each other', () => {
  const cmi = {
    completion_status: 'incomplete',
    success_status: 'passed',
    progress_measure: '0.4',
    session_time: 'PT1H0M30.25S',
    score: { scaled: '-0.25' },
    location: 'p3',
    suspend_data: 'page=3',
  }
  expect(readRunTimeData('2004', cmi)).toEqual({
    isCompleted: false,
    isPassed: true,
    score: -0.25,
    progress: 0.4,
    sessionSeconds: 3630.25,
    kept: {
      status: null,
      completion: 'incomplete',
      success: 'passed',
      progress: '0.4',
      objectives: [],
      score: { scaled: '-0.25' },
      location: 'p3',
      suspendData: 'page=3',
    },
  })
})

test.each(['80%', 'NaN', '1e2', '101', '-1', '', ' 80'])('the score %j is not reported', (raw) => {
  const cmi = core({ score: { raw, min: '', max: '' } })
  expect(readRunTimeData('1.2', cmi)?.score).toBeNull()
})

test('a range that ends where it begins has no score', () => {
  expect(readRunTimeData('1.2', core({ score: { raw: '5', min: '5', max: '5' } }))?.score).toBeNull()
})

test('a session is as long as a day at most, and an unreadable time is none', () => {
  const seconds = (time: string) => readRunTimeData('2004', { session_time: time })?.sessionSeconds
  expect(seconds('P2Y')).toBe(86_400)
  expect(seconds('P0DT0H1M')).toBe(60)
  expect(seconds('an hour')).toBe(0)
})

test.each([
  ['no object', 'text'],
  ['nothing', null],
  ['numbers for texts', core({ lesson_status: 1 })],
  ['suspend data beyond 64 kB', { ...core({}), suspend_data: 'x'.repeat(65_537) }],
  ['an endless location', core({ lesson_location: 'x'.repeat(1001) })],
])('a report with %s is not kept', (_what, cmi) => {
  expect(readRunTimeData('1.2', cmi)).toBeNull()
})

const facts = {
  activity: { masteryScore: 0.8, launchData: 'level=2' },
  learner: { id: 'learner-7', name: 'Nurul Huda' },
  isRecorded: true,
}

test('content of SCORM 1.2 finds what it has reported, with its objectives in their order', () => {
  const objectives = {
    '1': { id: 'exits', status: 'failed', score: { raw: '10' } },
    '0': { id: 'alarm', status: 'passed' },
    '3': { id: '', status: 'passed' },
  }
  const report = readRunTimeData('1.2', {
    ...core({ lesson_status: 'incomplete', score: { raw: '40' } }),
    objectives,
  })
  const data = launchDataOf('1.2', { ...facts, kept: report?.kept ?? null, totalSeconds: 3_725 })
  expect(data).toEqual({
    suspend_data: 'page=3',
    launch_data: 'level=2',
    objectives: [
      { id: 'alarm', status: 'passed', score: {} },
      { id: 'exits', status: 'failed', score: { raw: '10' } },
    ],
    core: {
      credit: 'credit',
      entry: 'resume',
      score: { raw: '40' },
      lesson_mode: 'normal',
      total_time: '0001:02:05',
      student_id: 'learner-7',
      student_name: 'Nurul Huda',
      lesson_location: 'p3',
      lesson_status: 'incomplete',
    },
    student_data: { mastery_score: '80' },
  })
})

test('content of SCORM 2004 that is opened for the first time finds its passing score, and no empty words', () => {
  expect(launchDataOf('2004', { ...facts, isRecorded: false, kept: null, totalSeconds: 0 })).toEqual({
    launch_data: 'level=2',
    credit: 'no-credit',
    entry: 'ab-initio',
    score: {},
    mode: 'browse',

    total_time: 'PT0S',
    learner_id: 'learner-7',
    learner_name: 'Nurul Huda',
    scaled_passing_score: '0.8',
  })
})
