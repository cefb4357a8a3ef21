interface Browser {
  pdfViewerEnabled: boolean
  userAgent: string
  maxTouchPoints: number
}

/** Whether this browser shows whole PDF files in a frame. Safari on iPhones and iPads says so, but draws the first page only. */
export function showsPdfsInFrames({ pdfViewerEnabled, userAgent, maxTouchPoints }: Browser): boolean {
  // An iPad calls itself a Mac; no Mac has a touch screen.
  const isAppleTouch =
    /\b(?:iPhone|iPad|iPod)\b/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
  return pdfViewerEnabled && !isAppleTouch
}
