import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { routeLists } from '../documents/contract-routes.ts'

test.each(routeLists())('$path is what the entries of the contract make', ({ path, written, right }) => {
  expect([basename(path), written]).toEqual([basename(path), right])
})
