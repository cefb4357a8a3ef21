/**
 * This Vitest reporter writes errors of no particular test, such as unhandled promise rejections, to the file that
 * `UNHANDLED_ERRORS_REPORT` names. Such errors fail a run, but Vitest's JSON report omits them.
 */
import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

export default class UnhandledErrorsReporter implements Reporter {
  onTestRunEnd: Reporter['onTestRunEnd'] = (_modules, errors) => {
    const file = process.env['UNHANDLED_ERRORS_REPORT']
    if (file) writeFileSync(file, JSON.stringify(errors.map(describe)))
  }
}

/** Returns the error's name and message, and the test file that ran at that time if Vitest knows it. */
function describe({
  name = 'Error',
  message,
  VITEST_TEST_PATH: file,
}: Parameters<NonNullable<Reporter['onTestRunEnd']>>[1][number]): string {
  return `unhandled error${typeof file === 'string' ? ` while ${file} ran` : ''}: ${name}: ${message}`
}
