interface Browser {
  pdfViewerEnabled: boolean
  userAgent: string
}

/**
 * Returns whether this browser shows whole PDF files in a frame. WebKit claims so, but draws only the first page on iPhones and iPads,
 * and nothing beside some policies.
 */
export function showsPdfsInFrames({ pdfViewerEnabled, userAgent }: Browser): boolean {
  // Chromium names WebKit, too; every browser of an iPhone is WebKit.
  const isWebKit =
    /\b(?:iPhone|iPad|iPod)\b/.test(userAgent) ||
    (/AppleWebKit\//.test(userAgent) && !/Chrom(?:e|ium)\//.test(userAgent))
  return pdfViewerEnabled && !isWebKit
}
