import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { createBrowserQueryClient } from './queries.ts'

const queryKey = ['list']

/** Starts a call that the test can end. Its answer is the value at the time when the call started. */
function startCall() {
  let stored = 'before'
  const waiting: (() => void)[] = []
  const queryFn = () => {
    const answer = stored
    return new Promise<string>((resolve) => waiting.push(() => resolve(answer)))
  }
  return {
    queryFn,
    asked: () => waiting.length,
    change: (to: string) => {
      stored = to
    },
    answerAll: () => waiting.splice(0).forEach((answer) => answer()),
  }
}

function startQueries() {
  const queries = createBrowserQueryClient()
  onTestFinished(() => queries.clear())
  return queries
}

test('a list that is invalidated during its first load shows what was stored afterwards', async () => {
  const queries = startQueries()
  const { queryFn, change, asked, answerAll } = startCall()
  onTestFinished(new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => undefined))
  change('after')
  const invalidated = queries.invalidateQueries({ queryKey })
  expect(asked()).toBe(2)
  answerAll()
  await invalidated
  expect(queries.getQueryState(queryKey)).toMatchObject({ data: 'after', fetchStatus: 'idle', error: null })
})

test('a prefetch that is invalidated resolves, with what was stored afterwards', async () => {
  const queries = startQueries()
  const { queryFn, change, answerAll } = startCall()
  const prefetched = queries.fetchQuery({ queryKey, queryFn })
  change('after')
  const invalidated = queries.invalidateQueries({ queryKey })
  answerAll()
  await expect(prefetched).resolves.toBe('after')
  await invalidated
  expect(queries.getQueryData(queryKey)).toBe('after')
})

test('an invalidation without a new load leaves a first load alone', async () => {
  const queries = startQueries()
  const { queryFn, asked, answerAll } = startCall()
  const loaded = queries.fetchQuery({ queryKey, queryFn })
  await queries.invalidateQueries({ queryKey, refetchType: 'none' })
  expect(asked()).toBe(1)
  answerAll()
  await expect(loaded).resolves.toBe('before')
})
