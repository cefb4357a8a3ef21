import { render, screen } from '@testing-library/react'
import { MemoryRouter } from '#web/testing/memory-router.tsx'
import { expect, test, vi } from 'vitest'
import { createBrowserQueryClient } from '#web/platform/transfer/queries.ts'
import { createSessionStore } from '#web/platform/session/session.tsx'
import { forgiveConsoleErrors } from '#web/testing/mock-api.ts'
import { CrashBoundary } from './crash.tsx'
import { Providers } from './providers.tsx'

function Broken(): never {
  throw new Error('broken page')
}

test('a crashed page shows an error and a retry, and the next page works', () => {
  const queries = createBrowserQueryClient()
  const session = createSessionStore(queries)
  const at = (resetKey: string, isBroken: boolean) => (
    <Providers
      origin="http://localhost:3000"
      preferences={{ language: 'en', theme: 'space', offered: null }}
      queries={queries}
      session={session}
    >
      <MemoryRouter>
        <CrashBoundary resetKey={resetKey}>{isBroken ? <Broken /> : <p>Another page</p>}</CrashBoundary>
      </MemoryRouter>
    </Providers>
  )
  const { rerender } = render(at('/broken', true))
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to the start page' }).getAttribute('href')).toBe('/')
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  screen.getByRole('button', { name: 'Try again' }).click()
  expect(reload).toHaveBeenCalledOnce()
  // React itself reports the error.
  forgiveConsoleErrors()
  rerender(at('/next', false))
  expect(screen.getByText('Another page')).toBeTruthy()
})
