import { expect, test } from 'vitest'
import { grownParts, slowestFiles } from './figures.ts'

const part = (name: string, processorSeconds: number) => ({ part: name, seconds: 1, processorSeconds })

test('a part that grew by more than a tenth beyond what the machine explains is named', () => {
  const baseline = { types: 100, journeys: 200, build: 50 }
  const slower = [part('types', 150), part('journeys', 300), part('build', 75)]
  expect(grownParts(slower, baseline)).toEqual([])
  const grown = grownParts([part('types', 150), part('journeys', 390), part('build', 75)], baseline)
  expect(grown).toEqual([expect.stringMatching(/^GREW journeys: 390 s .*200 s .*\+95 %; all parts \+50 %/)])
})

test('a part without a baseline, or with one of a few seconds, is not compared', () => {
  expect(grownParts([part('new', 900), part('small', 9)], { small: 1 })).toEqual([])
})

test('the slowest files are listed with their share of all files', () => {
  const files = [
    { file: 'a.test.ts', seconds: 1, processorSeconds: 0.5 },
    { file: 'b.spec.ts', seconds: 3, processorSeconds: null },
    { file: 'c.test.ts', seconds: 0, processorSeconds: 0 },
  ]
  expect(slowestFiles(files, 2)).toEqual([
    '    3.0 s  75.0 %  b.spec.ts',
    '    1.0 s  25.0 %  a.test.ts, 0.5 s of processor time',
  ])
})
