/** Fetches private files with the bearer token, so that the browser can save them. */
import type { RouteName } from '@apogee/contracts/routes.ts'
import { addressOf, bearer, failureOf, noAnswer } from './client.ts'

export async function saveFile(
  name: RouteName,
  params: Record<string, string | number>,
  fileName: string,
  query: Record<string, string> = {},
): Promise<void> {
  const [method, path] = addressOf(name, { params, query })
  const response = await fetch(path, { method, headers: bearer() }).catch((cause: unknown) =>
    Promise.reject(noAnswer(cause)),
  )
  if (!response.ok) throw failureOf(response.status, await response.json().catch(() => undefined))
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Some browsers lose a file whose URL is revoked immediately; after this time saving has started.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
