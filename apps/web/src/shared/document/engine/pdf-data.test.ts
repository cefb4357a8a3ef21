import { afterEach, expect, test, vi } from 'vitest'
import { pdfData } from './pdf-data.ts'

afterEach(() => vi.unstubAllGlobals())

test('files that pdf.js needs for some documents only are part of our build', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return new Response(Uint8Array.of(1))
  })
  for (const name of [
    'UniGB-UCS2-H.bcmap',
    'FoxitSymbol.pfb',
    'LiberationSans-Regular.ttf',
    'openjpeg.wasm',
    'jbig2.wasm',
  ]) {
    expect(await pdfData(name)).toEqual(Uint8Array.of(1))
    expect(asked.at(-1)).toMatch(new RegExp(`^/.*${name.split('.')[0]}`))
  }
  await expect(pdfData('quickjs-eval.wasm')).rejects.toThrow('quickjs-eval.wasm is not served')
})
