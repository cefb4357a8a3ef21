import { expect, test } from 'vitest'
import { decisionOf } from './call-limits.ts'
import { anyone } from './access.ts'
import { doneAnswer, endpoint, type AnyEndpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

const entries: Record<string, AnyEndpoint> = endpoints
const decisions = Object.fromEntries(
  Object.entries(entries).flatMap(([name, { bound }]) => (bound ? [[name, decisionOf(bound)]] : [])),
)

test('every call that changes something says what bounds it, and no other', () => {
  const writing = Object.keys(entries).filter((name) => !entries[name]?.call.startsWith('GET '))
  expect(Object.keys(decisions).toSorted()).toEqual(writing.toSorted())
})

test('the entry of a changing call without a bound does not compile', () => {
  // @ts-expect-error: the property 'bound' is missing.
  const entry = endpoint({ call: 'POST /nothing', access: anyone, summary: 'Nothing', answer: doneAnswer })
  expect(entry.bound).toBeUndefined()
})

test('a call whose service refuses further ones names that refusal in its entry', () => {
  const unnamed = Object.entries(decisions).filter(
    ([name, decision]) => 'refusedBy' in decision && !entries[name]?.refusals?.includes(decision.refusedBy),
  )
  expect(unnamed).toEqual([])
})

test('a limit for a course belongs to a call about a course, and only visitors are counted by address', () => {
  const wrong = Object.entries(decisions).filter(([name, decision]) => {
    if (!('perDay' in decision)) return false
    const kind = entries[name]?.access.kind
    return decision.of === 'course' ? kind !== 'course' : (decision.of === 'address') !== (kind === 'open')
  })
  expect(wrong).toEqual([])
})

test('calls of the platform alone are those that only its superadmins may make', () => {
  const wrong = Object.entries(decisions).filter(([name, decision]) => {
    const access = entries[name]?.access
    const isPlatforms = access?.kind === 'role' && access.capability === 'platform.run'
    return 'bounded' in decision && decision.bounded.startsWith('Superadmins') && !isPlatforms
  })
  expect(wrong).toEqual([])
})
