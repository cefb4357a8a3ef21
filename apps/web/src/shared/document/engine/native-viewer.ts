interface Browser {
  pdfViewerEnabled: boolean
  userAgent: string
}

/**
 * Returns whether this browser shows whole PDF files in a frame. Every WebKit claims so, but iPhones and iPads draw only the first
 * page, and other Safaris and WebKitGTK draw nothing of a file whose policy has `sandbox` (docs/decisions/lesson-media.md).
 */
export function showsPdfsInFrames({ pdfViewerEnabled, userAgent }: Browser): boolean {
  // Chromium also names WebKit, but always with this version. All browsers on iPhones and iPads name a later version.
  const isWebKit = /AppleWebKit\/(?!537\.36\b)/.test(userAgent)
  return pdfViewerEnabled && !isWebKit
}
