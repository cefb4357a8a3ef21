import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { runTimeScript } from './run-time-script.ts'

/** Runs the script that finds the API in a page with blocked storage, as in a frame of another site. */
async function pageIn(player: object) {
  const page = createContext({ parent: player, addEventListener: () => undefined })
  runInContext(
    `globalThis.window = globalThis
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        configurable: true,
        get() { throw new Error('Access is denied for this document.') },
      })`,
    page,
  )
  runInContext((await runTimeScript('find.js')) ?? '', page)
  return (script: string): unknown => runInContext(script, page)
}

test('a page whose storage the browser blocks gets one that the next page of the lesson shares', async () => {
  const player = {
    apogeeRunTime: { api: {}, apiName: 'API', failed: () => undefined, began: () => undefined },
  }
  const first = await pageIn(player)
  expect(
    first(`localStorage.setItem('slide', 3); localStorage.seen = true; delete sessionStorage.none
      ;[localStorage.slide, localStorage.getItem('none'), localStorage.none, localStorage.length, sessionStorage.length]`),
  ).toEqual(['3', null, undefined, 2, 0])
  const second = await pageIn(player)
  expect(second(`[localStorage.getItem('slide'), localStorage.seen, localStorage.key(1)]`)).toEqual([
    '3',
    'true',
    'seen',
  ])
})
