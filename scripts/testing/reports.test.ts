import { expect, test } from 'vitest'
import { endedUnexpectedly, journeysOf, secondsOfJourneys, secondsOfTests, testsOf } from './reports.ts'

const noTime = { startTime: 0, endTime: 0 }

const report = {
  numPassedTests: 4,
  numFailedTests: 1,
  testResults: [
    {
      name: '/project/a.test.ts',
      status: 'failed',
      startTime: 1_000,
      endTime: 3_500,
      assertionResults: [
        { fullName: 'counts', status: 'passed' },
        {
          fullName: 'adds',
          status: 'failed',
          failureMessages: ['\u001b[31mAssertionError: 3 is not 4\u001b[39m\n    at a.test.ts:7'],
        },
      ],
    },
    {
      name: '/project/b.test.ts',
      status: 'failed',
      ...noTime,
      assertionResults: [],
      message: 'no such module',
    },
    { name: '/project/c.test.ts', status: 'passed', ...noTime, assertionResults: [] },
  ],
}

test('a file that failed before its first test counts as one failure', () => {
  expect(testsOf(report)).toMatchObject({
    passed: 4,
    failed: 2,
  })
})

test('a file whose tests passed but whose hook failed counts as one failure and is named', () => {
  const hook = {
    name: '/project/d.test.ts',
    status: 'failed',
    ...noTime,
    assertionResults: [{ fullName: 'counts', status: 'passed' }],
    message: 'the database is still in use',
  }
  const counted = testsOf({ numPassedTests: 1, numFailedTests: 0, testResults: [hook] })
  expect(counted).toMatchObject({
    passed: 1,
    failed: 1,
    failures: ['/project/d.test.ts: the database is still in use'],
  })
})

test('each error that belongs to no test counts as one failure and is named by its first line', () => {
  const counted = testsOf({ numPassedTests: 1, numFailedTests: 0, testResults: [] }, [
    'unhandled error: Error: lost\n    at a.ts:7',
  ])
  expect(counted).toMatchObject({ passed: 1, failed: 1, failures: ['unhandled error: Error: lost'] })
})

test('each failed test is named with its file and the first line of its reason', () => {
  expect(testsOf(report).failures).toEqual([
    '/project/a.test.ts › adds: AssertionError: 3 is not 4',
    '/project/b.test.ts: no such module',
  ])
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
          specs: [
            {
              title: 'zooms',
              tests: [
                { projectName: 'phone', status: 'flaky', results: [{ duration: 900 }, { duration: 600 }] },
              ],
            },
          ],
        },
      ],
      specs: [
        {
          title: 'fills',
          tests: [{ projectName: 'phone', status: 'unexpected', results: [{ duration: 500 }] }],
        },
      ],
    },
  ],
}

test('a failed journey is named with its project, file and titles', () => {
  expect(journeysOf(journeys).failures).toEqual(['phone › zoom.spec.ts › fills'])
})

test('the seconds of a file are those between its start and end, or of all tries of its journeys', () => {
  expect(secondsOfTests(report).get('/project/a.test.ts')).toBe(2.5)
  expect(secondsOfJourneys(journeys)).toEqual(new Map([['e2e/zoom.spec.ts', 2]]))
})

const flakyIn = (file: string, count: number) => ({
  stats: { expected: 3, unexpected: 0, flaky: count },
  errors: [],
  suites: [
    {
      title: file,
      specs: Array.from({ length: count }, (_, index) => ({
        title: `journey ${index}`,
        tests: [{ projectName: 'phone', status: 'flaky' as const, results: [] }],
      })),
    },
  ],
})

test('three journeys may pass at the second try and are named; a fourth makes all of them fail', () => {
  expect(journeysOf(flakyIn('zoom.spec.ts', 3))).toMatchObject({ passed: 6, failed: 0, failures: [] })
  expect(journeysOf(flakyIn('zoom.spec.ts', 3)).unsteady).toHaveLength(3)
  expect(journeysOf(flakyIn('accessibility.deep.spec.ts', 1))).toMatchObject({ passed: 4, failed: 0 })
  expect(journeysOf(flakyIn('zoom.spec.ts', 4))).toMatchObject({ passed: 3, failed: 4, unsteady: [] })
})

test('a journey about money, access or accounts that passed at the second try counts as failed and is named', () => {
  for (const file of ['cart.spec.ts', 'access.spec.ts', 'accounts.spec.ts'])
    expect(journeysOf(flakyIn(file, 1))).toEqual({
      passed: 3,
      failed: 1,
      unsteady: [],
      failures: [`phone › ${file} › journey 0: passed only at a second try that it may not have`],
    })
})

test('a run that ends with an error but no failed test counts as one failure', () => {
  const passed = { passed: 3, failed: 0, unsteady: [], failures: [] }
  expect(endedUnexpectedly(1, passed).failed).toBe(1)
  expect(endedUnexpectedly(0, passed).failed).toBe(0)
  expect(endedUnexpectedly(1, { ...passed, failed: 2 }).failed).toBe(2)
})
