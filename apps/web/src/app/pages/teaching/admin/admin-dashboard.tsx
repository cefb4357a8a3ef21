import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { Tabs } from '@apogee/ui/navigation/tabs.tsx'
import { Suspense, type ReactNode } from 'react'
import { Link, useSearchParams } from '#web/platform/router/router.tsx'
import { Head } from '#web/platform/page/head.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import '#web/platform/page/admin.css'
import { ExportData } from '#web/features/operations/components/export-data.tsx'
import { ExportScope } from '#web/shared/people/export-scope.tsx'
import { administrationMessages } from '#web/features/courses/messages/selling/administration.en.ts'
import { WriteToPerson } from '#web/features/announcements/components/write-to-person.tsx'
import { UsersTab } from '#web/features/people/components/users-tab.tsx'

// These components load on demand, because their tabs are not the first one.
const CoursesTab = lazyWithRetry(
  async () => (await import('#web/features/courses/components/courses-tab.tsx')).CoursesTab,
)

// This component loads on demand, because only a new seller sees it.
const FirstSteps = lazyWithRetry(
  async () => (await import('#web/features/operations/components/studio-checklist.tsx')).FirstSteps,
)

const AnalyticsTab = lazyWithRetry(
  async () => (await import('#web/features/operations/components/analytics-tab.tsx')).AnalyticsTab,
)

const tabNames = ['users', 'courses', 'analytics'] as const
type TabName = (typeof tabNames)[number]

/** Implements docs/specification.md#admin-dashboard-admin. The open tab is part of the address. */
export function AdminDashboard({ user }: { user: CurrentUser }) {
  const text = useText(administrationMessages)
  const common = useText(platformMessages)
  const [search, setSearch] = useSearchParams()
  const isAdmin = user.role === 'admin' || user.role === 'superadmin'
  const title = isAdmin ? text.admin : text.teach
  const open = tabNames.find((name) => name === search.get('tab')) ?? 'users'
  const show = (tab: TabName | null) =>
    setSearch((now) => {
      const changed = new URLSearchParams(now)
      if (tab) changed.set('tab', tab)
      // The search belongs to the tab in which it was typed.
      changed.delete('search')
      return changed
    })
  const late = (panel: ReactNode) => (
    <Suspense
      fallback={
        <Loading label={common.loading}>
          <Skeleton shape="block" />
        </Loading>
      }
    >
      {panel}
    </Suspense>
  )
  return (
    <ExportScope>
      <div className="ap-wrap admin">
        <Head title={title} />
        <header className="admin-head">
          <h1 className="ap-h2">{title}</h1>
          <ExportData />
          <div className="admin-links">
            <LinkButton as={Link} to="/admin/sales">
              {text.manageSalesLinks}
            </LinkButton>
          </div>
        </header>
        <Tabs
          label={text.sections}
          value={open}
          onChange={show}
          panelClassName="admin-tab"
          tabs={[
            {
              id: 'users',
              label: isAdmin ? text.users : text.enrolledUsers,
              panel: (
                <UsersTab
                  user={user}
                  firstSteps={
                    <Suspense fallback={null}>
                      <FirstSteps userId={user.id} />
                    </Suspense>
                  }
                  write={(person, label) => (
                    <WriteToPerson person={person} courses={person.courses ?? []} iconLabel={label} />
                  )}
                />
              ),
            },
            { id: 'courses', label: text.courses, panel: late(<CoursesTab user={user} />) },
            {
              id: 'analytics',
              label: text.analytics,
              panel: late(<AnalyticsTab user={user} />),
            },
          ]}
        />
      </div>
    </ExportScope>
  )
}
