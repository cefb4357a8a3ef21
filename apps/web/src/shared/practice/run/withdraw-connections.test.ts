import { expect, test } from 'vitest'
import { withdrawConnections } from './withdraw-connections.ts'

test('functions that reach the network or storage are removed from the scope and from the objects it inherits from', () => {
  const base = { indexedDB: 'storage', setTimeout: 'time' }
  const scope = Object.assign(Object.create(base) as Record<string, unknown>, {
    fetch: 'network',
    caches: 'storage',
  })
  Object.defineProperty(scope, 'WebSocket', { value: 'network', configurable: false, writable: true })
  withdrawConnections(scope)
  expect([scope['fetch'], scope['caches'], scope['indexedDB'], scope['WebSocket']]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(scope['setTimeout']).toBe('time')
})
