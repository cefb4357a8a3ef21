interface Browser {
  pdfViewerEnabled: boolean
  userAgent: string
  maxTouchPoints: number
}

/**
 * Returns whether this browser shows whole PDF files in a frame. Safari on iPhones and iPads claims so, but draws only the first
 * page.
 */
export function showsPdfsInFrames({ pdfViewerEnabled, userAgent, maxTouchPoints }: Browser): boolean {
  // An iPad identifies itself as a Mac; no Mac has a touch screen.
  const isAppleTouch =
    /\b(?:iPhone|iPad|iPod)\b/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
  return pdfViewerEnabled && !isAppleTouch
}
