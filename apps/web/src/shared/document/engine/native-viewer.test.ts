import { expect, test } from 'vitest'
import { showsPdfsInFrames } from './native-viewer.ts'

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15'
const gtk =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const chromeOnIPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Safari/604.1'
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'

test.each([
  ['Chrome on a desktop', { pdfViewerEnabled: true, userAgent: chrome }, true],
  ['Chrome without a viewer', { pdfViewerEnabled: false, userAgent: chrome }, false],
  ['Firefox on a desktop', { pdfViewerEnabled: true, userAgent: firefox }, true],
  ['Chrome on Android', { pdfViewerEnabled: false, userAgent: android }, false],
  ['Safari on an iPhone', { pdfViewerEnabled: true, userAgent: iPhone }, false],
  ['Chrome on an iPhone', { pdfViewerEnabled: true, userAgent: chromeOnIPhone }, false],
  ['Safari on a Mac or an iPad', { pdfViewerEnabled: true, userAgent: mac }, false],
  ['WebKitGTK', { pdfViewerEnabled: true, userAgent: gtk }, false],
] as const)('whether %s shows whole PDF files in a frame', (_name, browser, shows) => {
  expect(showsPdfsInFrames(browser)).toBe(shows)
})
