import { afterEach, expect, test, vi } from 'vitest'
import { readPartImports } from './part-imports.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

test('the table gives the names of the files that a part imports', async () => {
  document.body.innerHTML =
    '<script type="application/json" id="modules" data-imports="/assets/t-1.json"></script>'
  const answer = { files: ['dialog-1', 'icons-1'], parts: { 'menu-1': [1, 0] } }
  const fetched = vi.fn<typeof fetch>(async () => Response.json(answer))
  vi.stubGlobal('fetch', fetched)
  const importsOf = await readPartImports()
  expect(fetched).toHaveBeenCalledExactlyOnceWith('/assets/t-1.json')
  expect(importsOf('menu-1')).toEqual(['icons-1', 'dialog-1'])
  expect(importsOf('cart-1')).toEqual([])
})

test('a document without a table makes no request', async () => {
  const fetched = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', fetched)
  expect((await readPartImports())('menu-1')).toEqual([])
  expect(fetched).not.toHaveBeenCalled()
})
