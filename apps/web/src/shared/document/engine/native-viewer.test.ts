import { expect, test } from 'vitest'
import { showsPdfsInFrames } from './native-viewer.ts'

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15'
const chrome =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'

test.each([
  ['Chrome with a viewer', { pdfViewerEnabled: true, userAgent: chrome }, true],
  ['Chrome without one', { pdfViewerEnabled: false, userAgent: chrome }, false],
  ['Firefox', { pdfViewerEnabled: true, userAgent: firefox }, true],
  ['Safari on a Mac', { pdfViewerEnabled: true, userAgent: mac }, false],
  ['Chrome on Android', { pdfViewerEnabled: false, userAgent: android }, false],
  ['Firefox on Android', { pdfViewerEnabled: true, userAgent: firefox }, true],
  ['Safari on an iPhone', { pdfViewerEnabled: true, userAgent: iPhone }, false],
] as const)('whether %s shows whole PDF files in a frame', (_name, browser, shows) => {
  expect(showsPdfsInFrames(browser)).toBe(shows)
})
