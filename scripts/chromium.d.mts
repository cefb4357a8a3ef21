/** Path of a Chromium: CHROMIUM when set, else the first found. `pdf`: one that shows PDF files itself. */
export function findChromium(need?: { pdf?: boolean }): string | undefined
