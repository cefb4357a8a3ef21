/** Tests the requests of the script that ends a document. */
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { startScript } from './document.ts'

/** Runs the script in a document with these files. Returns the hrefs that each task of the page's thread requests. */
function requestsOfTasks(files: readonly string[], { hidden = false } = {}): string[][] {
  const tasks: (() => void)[] = []
  const requests: string[][] = []
  const run = (task: () => void) => {
    requests.push([])
    task()
  }
  const document = {
    hidden,
    getElementById: () => ({ textContent: JSON.stringify(['/assets/entry-client.js', ...files]) }),
    querySelector: () => null,
    createElement: () => ({ href: '' }),
    head: { append: ({ href }: { href: string }) => requests.at(-1)?.push(href) },
  }
  run(() =>
    runInNewContext(startScript, {
      document,
      window: {},
      requestAnimationFrame: (task: () => void) => tasks.push(task),
      setTimeout: (task: () => void) => tasks.push(task),
    }),
  )
  for (let task = tasks.shift(); task; task = tasks.shift()) run(task)
  return requests.filter(({ length }) => length > 0)
}

const files = Array.from({ length: 20 }, (_, index) => `/assets/${index}.js`)

test('a document requests its files in their order and at most eight in one task', () => {
  for (const hidden of [false, true]) {
    const requests = requestsOfTasks(files, { hidden })
    expect(requests.flat()).toEqual(files)
    expect(requests.map(({ length }) => length)).toEqual([8, 8, 4])
  }
})
