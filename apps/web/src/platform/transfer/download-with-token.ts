/**
 * Opens a download link that needs no bearer token: single-use and valid for one minute. The browser stays on the page and saves
 * the file.
 */
export function downloadWithToken(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
