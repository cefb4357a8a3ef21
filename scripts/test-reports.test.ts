import { expect, test } from 'vitest'
import { endedUnexpectedly, journeysOf, secondTryOf, testsOf } from './test-reports.ts'

const report = {
  numPassedTests: 4,
  numFailedTests: 1,
  testResults: [
    {
      name: '/project/a.test.ts',
      status: 'failed',
      assertionResults: [
        { fullName: 'counts', status: 'passed' },
        { fullName: 'adds', status: 'failed' },
      ],
    },
    { name: '/project/b.test.ts', status: 'failed', assertionResults: [] },
    { name: '/project/c.test.ts', status: 'passed', assertionResults: [] },
  ],
}

test('a file that broke before its first test counts as one failure', () => {
  expect(testsOf(report)).toMatchObject({
    passed: 4,
    failed: 2,
    failedNames: ['adds', '/project/b.test.ts'],
  })
})

const listedTest = (test: string) => ({ file: 'a.test.ts', test, reason: 'the clock' })

test('files whose failed tests are all listed as unsteady get a second try, as the command line takes them', () => {
  const once = {
    ...report,
    testResults: report.testResults.filter(({ name }) => !name.endsWith('b.test.ts')),
  }
  expect(secondTryOf(once, [listedTest('adds')], '/project')).toEqual(['a.test.ts'])
})

test('a failed test that is not listed as unsteady gets no second try, and neither does the rest of its run', () => {
  const once = {
    ...report,
    testResults: report.testResults.filter(({ name }) => !name.endsWith('b.test.ts')),
  }
  expect(secondTryOf(once, [], '/project')).toEqual([])
  expect(secondTryOf(once, [listedTest('counts')], '/project')).toEqual([])
  expect(secondTryOf(once, [{ ...listedTest('adds'), file: 'c.test.ts' }], '/project')).toEqual([])
})

test('a file that broke before its first test gets no second try', () => {
  expect(secondTryOf(report, [listedTest('adds')], '/project')).toEqual([])
})

const journeys = {
  stats: { expected: 3, unexpected: 1, flaky: 1 },
  errors: [],
  suites: [
    {
      title: 'zoom.spec.ts',
      suites: [
        {
          title: 'the course',
          specs: [{ title: 'zooms', tests: [{ projectName: 'phone', status: 'flaky' }] }],
        },
      ],
      specs: [{ title: 'fills', tests: [{ projectName: 'phone', status: 'unexpected' }] }],
    },
  ],
}

test('a journey that passed at the second try and is listed as unsteady counts as passed and is named', () => {
  const listed = [
    { file: 'e2e/zoom.spec.ts', test: 'the course › zooms', reason: 'the browser rounds widths' },
  ]
  expect(journeysOf(journeys, listed)).toEqual({
    passed: 4,
    failed: 1,
    unsteady: ['phone › zoom.spec.ts › the course › zooms'],
    unlisted: [],
  })
})

test('a journey that passed at the second try and is not listed as unsteady counts as failed and is named', () => {
  expect(journeysOf(journeys, [])).toEqual({
    passed: 3,
    failed: 2,
    unsteady: [],
    unlisted: ['phone › zoom.spec.ts › the course › zooms'],
  })
})

test('a run that ends badly without a failed test has failed once', () => {
  const passed = { passed: 3, failed: 0, unsteady: [] }
  expect(endedUnexpectedly(1, passed).failed).toBe(1)
  expect(endedUnexpectedly(0, passed).failed).toBe(0)
  expect(endedUnexpectedly(1, { ...passed, failed: 2 }).failed).toBe(2)
})
