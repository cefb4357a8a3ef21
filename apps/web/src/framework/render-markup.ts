import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'

const renderTimeoutMs = 5000

/**
 * `renderToString` marks with this a boundary that the browser must render, because its code is not loaded yet or an error
 * occurred.
 */
const unfinished = '<!--$!-->'

/** Renders a whole page before the first byte is sent, because the status must be known by then. */
export const renderMarkup = async (tree: ReactNode): Promise<string> =>
  renderAtOnce(tree) ?? (await renderAsStream(tree))

/**
 * Renders without waiting, which needs two thirds of the processor time of streaming. Returns null when a part suspends or fails.
 * The page must then be rendered as a stream, which waits for the part or reports the error.
 */
export function renderAtOnce(tree: ReactNode): string | null {
  try {
    const markup = renderToString(tree)
    return markup.includes(unfinished) ? null : markup
  } catch {
    return null
  }
}

/** Renders and waits for the code of all lazy parts. */
export const renderAsStream = (tree: ReactNode): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(Buffer.from(chunk))
        done()
      },
      final(done) {
        clearTimeout(timer)
        resolve(Buffer.concat(chunks).toString())
        done()
      },
    })
    const { pipe, abort } = renderToPipeableStream(tree, {
      // With a lower value, React streams large boundaries and moves them into position by inline scripts, which the content
      // security policy forbids.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(sink),
      onError: reject,
      onShellError: reject,
    })
    const timer = setTimeout(() => abort(new Error('Rendering took too long')), renderTimeoutMs)
  })
