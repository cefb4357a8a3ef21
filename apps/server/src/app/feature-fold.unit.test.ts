import { expect, test } from 'vitest'
import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import { FeatureFold } from './feature-fold.ts'

const dependencies = {} as Dependencies

const first = defineFeature({
  create: (_: Dependencies) => ({ first: 'first' }),
  jobs: () => ({ 'first.sweep': { run: async () => {} } }),
  listeners: () => ({ 'user.erased': { 'first.erase': async () => {} } }),
  retention: () => [{ period: 'mail.sent', deleteBefore: async () => {} }],
})

test('a feature receives the services of the features before it', () => {
  const second = defineFeature({
    create: (needs: Dependencies & { first: string }) => ({ second: `after ${needs.first}` }),
    listeners: () => ({ 'user.erased': { 'second.erase': async () => {} } }),
  })
  const folded = FeatureFold.of(dependencies).add(first).add(second)
  expect(folded.services).toMatchObject({ first: 'first', second: 'after first' })
  expect(Object.keys(folded.jobs())).toEqual(['first.sweep'])
  expect(Object.keys(folded.listenersOf('user.erased'))).toEqual(['first.erase', 'second.erase'])
  expect(Object.keys(folded.listenersOf('course.archived'))).toEqual([])
  expect(folded.retention()).toHaveLength(1)
})

test('a feature that needs a later service does not compile', () => {
  const second = defineFeature({
    create: (needs: Dependencies & { first: string }) => ({ second: needs.first }),
  })
  // @ts-expect-error `first` is added after the feature that needs it.
  expect(FeatureFold.of(dependencies).add(second).add(first).services.second).toBeUndefined()
})

test('two features with the same service, job, listener or call are refused', () => {
  const list = FeatureFold.of(dependencies)
    .add(first)
    .add(
      defineFeature({
        create: (_: Dependencies) => ({ second: true }),
        calls: () => ({ logout: async () => undefined }),
        jobs: () => ({ 'first.sweep': { run: async () => {} } }),
        listeners: () => ({ 'user.erased': { 'first.erase': async () => {} } }),
      }),
    )
    .add(
      defineFeature({
        create: (_: Dependencies) => ({ third: true }),
        calls: () => ({ logout: async () => undefined }),
      }),
    )
  expect(() => list.calls()).toThrow('two features have the call logout')
  expect(() => list.jobs()).toThrow('two features have the job first.sweep')
  expect(() => list.listenersOf('user.erased')).toThrow('two features have the listener first.erase')
  const same = defineFeature({ create: (_: Dependencies) => ({ first: 'again' }) })
  expect(() => list.add(same)).toThrow('two features have the service first')
})

test('features close in reverse order', async () => {
  const steps: string[] = []
  const step = (name: string) =>
    defineFeature({
      create: (_: Dependencies) => ({ [name]: name }),
      close: async () => void steps.push(name),
    })
  const list = FeatureFold.of(dependencies).add(step('a')).add(step('b'))
  await list.close()
  expect(steps).toEqual(['b', 'a'])
})
