import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { createBrowserQueryClient } from '#web/platform/queries.ts'
import { createSessionStore } from '#web/platform/session.tsx'
import { forgiveConsoleErrors } from '#web/testing/mock-api.ts'
import { CrashBoundary } from './crash.tsx'
import { Providers } from './providers.tsx'

function Broken(): never {
  throw new Error('broken page')
}

test('a page that stops working says so, offers another try, and is left behind on the next page', () => {
  const queries = createBrowserQueryClient()
  const session = createSessionStore(queries)
  const at = (resetKey: string, isBroken: boolean) => (
    <Providers
      origin="http://localhost:3000"
      preferences={{ language: 'en', theme: 'auto', offered: null }}
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
  // React itself reports what broke.
  forgiveConsoleErrors()
  rerender(at('/next', false))
  expect(screen.getByText('Another page')).toBeTruthy()
})
