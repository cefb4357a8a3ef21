/** Some documents need these files of pdf.js: tables of Chinese, Japanese and Korean encodings, fonts, and decoders of scans. */
const files = import.meta.glob<string>(
  [
    '../../../../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
    '../../../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '../../../../../../node_modules/pdfjs-dist/wasm/{openjpeg,jbig2}.wasm',
  ],
  { query: '?url', import: 'default', eager: true },
)

const addresses = new Map(
  Object.entries(files).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]),
)

export async function pdfData(name: string): Promise<Uint8Array> {
  const address = addresses.get(name)
  if (address === undefined) throw new Error(`${name} is not served`)
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}
