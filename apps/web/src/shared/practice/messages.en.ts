import { defineMessages } from '../../platform/language/messages.ts'
import { counted, figure } from '../../platform/language/numbers.ts'

export const practiceMessages = defineMessages('practice', {
  exercise: 'Practice Exercise',
  code: 'Exercise code',
  scratchpad: (language: string) =>
    `Try out what the lesson shows. This is a scratchpad for ${language}; nobody checks it.`,
  runCode: 'Run Code',
  ownBrowser: 'Your code runs in this browser only.',
  keys: 'Ctrl + Enter runs it too.',
  reset: 'Start over',
  printed: 'What your code printed',
  nothingPrinted: 'Your code ran and printed nothing. console.log(value) prints a value.',
  nothingPrintedPython: 'Your code ran and printed nothing. print(value) prints a value.',
  cut: '… and more, not shown here',
  allPassed: 'Passed',
  passed: (passed: number, all: number) => `${passed} of ${all} checks passed`,
  right: (got: string) => `gives ${got}`,
  wrong: (got: string, expected: string) => `gives ${got}, but should give ${expected}`,
  notRight: (got: string) => `gives ${got}, which is not right yet`,
  empty: 'has no value yet',
  inLine: (line: number, message: string) => `Line ${line}: ${message}`,
  tooLong: (seconds: number) =>
    `Your code ran for more than ${seconds} seconds and was stopped. Is there a loop that never ends?`,
  noInput: 'Code here cannot ask for input. Write the value into the code instead.',
  loadingPython: 'Python is loading: about 6 MB the first time.',
  solution: 'The author’s solution',
  tooMuchMemory: 'Your code used too much memory and was stopped.',
  sqlTables: 'Tables of this exercise',
  sqlSetup: 'The SQL that makes them',
  sqlResult: 'Result',
  sqlTotal: (rows: number) => counted(rows, 'row', 'rows'),
  sqlShown: (shown: number, rows: number) => `The first ${shown} of ${counted(rows, 'row', 'rows')}`,
  sqlRight: 'Right: this is the result that was asked for.',
  sqlNoResult: 'Nothing was selected. End with a SELECT.',
  sqlColumns: (got: number, wanted: number) =>
    `The result has ${counted(got, 'column', 'columns')}, but should have ${wanted}.`,
  sqlRows: (got: number, wanted: number) =>
    `The result has ${counted(got, 'row', 'rows')}, but should have ${wanted}.`,
  sqlOrder: 'These are the right rows, but not in the order that was asked for.',
  sqlRow: (row: number) => `Row ${row} is not right yet.`,
  sqlTooLong: 'Your query ran for more than 2 seconds and was stopped.',
  sqlTooManyRows: (rows: number) => `Your query has more than ${figure(rows)} rows and was stopped.`,
  unavailable: 'The code could not be run. Check your connection and try again.',
})
