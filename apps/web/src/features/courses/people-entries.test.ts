import { expect, test } from 'vitest'
import { readPeople } from '@apogee/contracts/enrolments/people-list.ts'
import { asCsv, entriesOf, readPeopleFile } from './people-entries.ts'

test('addresses are separated by lines, commas or spaces, or have a name', () => {
  const typed = readPeople('a@x.my\nb@x.my, c@x.my;d@x.my e@x.my\n\nf@x.my, Farid Hakim\nGee <g@x.my>')
  expect(typed.map(({ row, email, name }) => [row, email, name])).toEqual([
    [1, 'a@x.my', ''],
    [2, 'b@x.my', ''],
    [2, 'c@x.my', ''],
    [2, 'd@x.my', ''],
    [2, 'e@x.my', ''],
    [4, 'f@x.my', 'Farid Hakim'],
    [5, 'g@x.my', 'Gee'],
  ])
})

test('an address that is typed and in the file is used once, and 500 at most', () => {
  const file = readPeopleFile('a.csv', Array.from({ length: 510 }, (_, n) => `p${n}@x.my`).join('\n'))
  const entries = entriesOf(readPeople('P3@x.my'), file)
  expect(entries.find(({ row, file: name }) => name !== null && row === 4)?.problem).toBe('twice')
  expect(entries.filter(({ problem }) => problem === null)).toHaveLength(500)
  expect(entries.filter(({ problem }) => problem === 'too_many')).toHaveLength(10)
})

test('a name that no mail would use is left out, and the person kept', () => {
  const file = readPeopleFile('a.csv', 'www.evil.example,a@x.my')
  expect(entriesOf([], file)).toMatchObject([{ email: 'a@x.my', name: '', problem: null }])
})

test('the report contains no formula', () => {
  expect(asCsv([['=1+1', '@x', 'say "hi"']])).toBe('\uFEFF"\'=1+1","\'@x","say ""hi"""\r\n')
})
