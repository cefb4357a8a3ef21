import { NoticeProvider } from '@apogee/ui/notice.tsx'
import { PictureCopies } from '@apogee/ui/picture-copies.ts'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { OriginProvider } from '#web/platform/head.tsx'
import { loadTexts, useText } from '#web/platform/messages.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { pictureCopy } from '#web/platform/picture-copy.ts'
import { PreferencesProvider, type Preferences } from '#web/platform/preferences.tsx'
import { ProofHost } from '#web/platform/proof-host.tsx'
import { SessionProvider, type SessionStore } from '#web/platform/session.tsx'

export interface AppContext {
  origin: string
  preferences: Preferences
  queries: QueryClient
  session: SessionStore
}

/** Wraps the router in its providers, the same on server and browser. */
export function Providers({
  origin,
  preferences,
  queries,
  session,
  children,
}: AppContext & { children: ReactNode }) {
  return (
    <OriginProvider value={origin}>
      <PreferencesProvider initial={preferences} prepare={loadTexts}>
        <QueryClientProvider client={queries}>
          <PictureCopies value={pictureCopy}>
            <SessionProvider session={session}>{children}</SessionProvider>
          </PictureCopies>
        </QueryClientProvider>
      </PreferencesProvider>
    </OriginProvider>
  )
}

/** Must render inside the router, because the notices contain links. */
export function Notices({ children }: { children: ReactNode }) {
  const text = useText(platformMessages)
  return (
    <NoticeProvider label={text.notices} dismissLabel={text.dismiss}>
      {children}
      <ProofHost />
    </NoticeProvider>
  )
}
