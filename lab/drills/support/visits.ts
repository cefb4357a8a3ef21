import type { Visit } from './traffic.ts'

/**
 * Returns visits to pages, lists and calls with a body, with and without a session. `origin` is a server that registers an account.
 */
export async function visitsTo(origin: string): Promise<Visit[]> {
  const registered = await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Rosnah', email: 'rosnah@drill.test', password: 'Seven-Hornbills-4' }),
  })
  if (!registered.ok) throw new Error(`no account: ${await registered.text()}`)
  const { data } = (await registered.json()) as { data: { token: string } }
  const page = (path: string): Visit => ({ method: 'GET', path, status: 200 })
  return [
    page('/'),
    page('/api/courses?limit=10'),
    page('/marketplace'),
    { method: 'POST', path: '/api/auth/verify', body: { token: data.token }, status: 200 },
    page('/login'),
  ]
}
