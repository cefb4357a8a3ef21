/**
 * Opens a download link without bearer token: valid once, within a minute. The browser keeps the page and saves the
 * file.
 */
export function downloadWithToken(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
