/**
 * Defines the Trusted Types policy for scripts (docs/security.md#pages-in-the-browser). The policy accepts only files of this
 * build.
 */

interface TrustedTypesFactory {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string }
}

const ownScript = (url: string): string => {
  const { origin, pathname } = new URL(url, location.href)
  // The URL is a file of the build or, in development, a source file.
  const isOurs = pathname.startsWith('/assets/') || pathname === '/service-worker.js' || import.meta.env.DEV
  if (origin !== location.origin || !isOurs) throw new Error(`${url} is not a script of this site`)
  return url
}

let policy: { createScriptURL: (url: string) => string } | undefined

/** Returns the URL as script sinks such as `new Worker` require it. Throws for other scripts. */
export function trustedScript(url: string): string {
  const factory = (window as { trustedTypes?: TrustedTypesFactory }).trustedTypes
  policy ??= factory?.createPolicy('apogee', { createScriptURL: ownScript }) ?? { createScriptURL: ownScript }
  return policy.createScriptURL(url)
}
