import { expect, test } from 'vitest'
import { endedUnexpectedly, failedFiles, journeysOf, testsOf } from './test-reports.ts'

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

test('the files with a failure are named as the command line takes them', () => {
  expect(failedFiles(report, '/project')).toEqual(['a.test.ts', 'b.test.ts'])
})

test('a journey that passed at the second try counts as passed and is named', () => {
  const journeys = {
    stats: { expected: 3, unexpected: 1, flaky: 1 },
    errors: [],
    suites: [
      {
        title: 'cart.spec.ts',
        suites: [
          {
            title: 'the cart',
            specs: [{ title: 'empties', tests: [{ projectName: 'phone', status: 'flaky' }] }],
          },
        ],
        specs: [{ title: 'fills', tests: [{ projectName: 'phone', status: 'unexpected' }] }],
      },
    ],
  }
  expect(journeysOf(journeys)).toEqual({
    passed: 4,
    failed: 1,
    unsteady: ['phone › cart.spec.ts › the cart › empties'],
  })
})

test('a run that ends badly without a failed test has failed once', () => {
  const passed = { passed: 3, failed: 0, unsteady: [] }
  expect(endedUnexpectedly(1, passed).failed).toBe(1)
  expect(endedUnexpectedly(0, passed).failed).toBe(0)
  expect(endedUnexpectedly(1, { ...passed, failed: 2 }).failed).toBe(2)
})
