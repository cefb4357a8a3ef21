import { NoticeProvider } from '@apogee/ui/feedback/notice.tsx'
import { PictureCopies } from '@apogee/ui/art/picture-copies.ts'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { OriginProvider } from '#web/platform/page/head.tsx'
import { loadTexts, useText } from '#web/platform/language/messages.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { pictureCopy } from '#web/shared/picture/picture-copy.ts'
import { PreferencesProvider, type Preferences } from '#web/platform/language/preferences.tsx'
import { ReauthenticationHost } from '#web/shared/account/reauthentication-host.tsx'
import { SessionProvider, type SessionStore } from '#web/platform/session/session.tsx'

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
      <ReauthenticationHost />
    </NoticeProvider>
  )
}
