import type { RequestOf } from '@apogee/contracts/endpoints.ts'
import { call } from './client.ts'

/**
 * Opens a download link that is valid once, for one minute, and needs no bearer token. The browser stays on the page and saves the
 * file.
 */
export function downloadWithToken(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

/** Downloads a list that the server writes. A single-use ticket, which this call requests, authorises the download. */
export async function downloadWithTicket(ask: RequestOf<'createTicket'>['body']): Promise<void> {
  const { data } = await call('createTicket', { body: ask })
  downloadWithToken(data.url)
}
