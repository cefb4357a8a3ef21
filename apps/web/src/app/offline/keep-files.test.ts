import { afterEach, expect, test, vi } from 'vitest'
import { keepPage } from './keep-files.ts'

afterEach(() => vi.restoreAllMocks())

test('a stored page names its scripts, styles, fonts and tables in full', async () => {
  const files = [
    '/assets/part-imports-1.json',
    '/assets/entry-1.js',
    '/assets/card-1.css',
    '/assets/sans-1.woff2',
  ]
  const html = `<html><link href="${files[2]}"><script data-imports="${files[0]}">["${files[1]}"]</script>${files[3]}</html>`
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(html))
  const put = vi.fn<Cache['put']>()
  const named = await keepPage({ put }, '/kept', '/course/1')
  expect(named.sort()).toEqual(files.sort())
  expect(put).toHaveBeenCalledOnce()
})
