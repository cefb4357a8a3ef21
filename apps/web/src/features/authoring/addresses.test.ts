import { expect, test } from 'vitest'
import { addressesIn, addressesInFirstColumn } from './addresses.ts'

test('addresses stand on lines, or with commas or spaces between, each once', () => {
  expect(addressesIn('a@x.my\nb@x.my, c@x.my;d@x.my\n\n A@x.my ').emails).toEqual([
    'A@x.my',
    'b@x.my',
    'c@x.my',
    'd@x.my',
  ])
  expect(addressesIn(' \n ')).toEqual({ emails: [], wrong: undefined })
})

test('what is no address is named', () => {
  expect(addressesIn('a@x.my\nnobody\nb@').wrong).toBe('nobody')
})

test('a CSV file’s first column is taken, without its heading', () => {
  const csv =
    '\uFEFFEmail,Name\r\na@x.my,"Aisyah, binti Rahman"\r\n"b@x.my";Farid\r\n\r\n,c@x.my\r\na@x.my,Again'
  expect(addressesInFirstColumn(csv)).toEqual(['a@x.my', 'b@x.my'])
  expect(addressesInFirstColumn('Name,Email\nAisyah,a@x.my')).toEqual([])
})
