/**
 * Returns the target after signing in: `wanted` when it is a path of this origin, else `fallback`. The path has one leading '/', no
 * backslash, no control character, and nothing that unescapes into '//' (security: open redirects).
 */
export function safeRedirect(wanted: string | null | undefined, fallback = '/dashboard'): string {
  if (!wanted || !isOwnPath(wanted)) return fallback
  return wanted
}

function isOwnPath(path: string): boolean {
  if (!/^\/(?!\/)/.test(path) || hasDisguise(path)) return false
  try {
    const unescaped = decodeURIComponent(path)
    return (
      !hasDisguise(unescaped) &&
      !unescaped.startsWith('//') &&
      new URL(path, 'http://own.invalid').host === 'own.invalid'
    )
  } catch {
    // The application never writes an undecodable path.
    return false
  }
}

const hasDisguise = (path: string) => /[\\\u0000-\u001f\u007f]/.test(path)
