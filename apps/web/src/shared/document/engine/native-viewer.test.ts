import { expect, test } from 'vitest'
import { showsPdfsInFrames } from './native-viewer.ts'

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15'
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'

test.each([
  ['a desktop browser with a viewer', { pdfViewerEnabled: true, userAgent: mac, maxTouchPoints: 0 }, true],
  ['a desktop browser without one', { pdfViewerEnabled: false, userAgent: mac, maxTouchPoints: 0 }, false],
  ['Chrome on Android', { pdfViewerEnabled: false, userAgent: android, maxTouchPoints: 5 }, false],
  ['Firefox on Android', { pdfViewerEnabled: true, userAgent: android, maxTouchPoints: 5 }, true],
  ['Safari on an iPhone', { pdfViewerEnabled: true, userAgent: iPhone, maxTouchPoints: 5 }, false],
  ['Safari on an iPad', { pdfViewerEnabled: true, userAgent: mac, maxTouchPoints: 5 }, false],
] as const)('whether %s shows whole PDF files in a frame', (_name, browser, shows) => {
  expect(showsPdfsInFrames(browser)).toBe(shows)
})
