import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { Bundle } from '@apogee/contracts/bundles/bundles.ts'
import { Button } from '@apogee/ui/button.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAddressFilter } from '#web/platform/lists/address-filter.ts'
import { ListStates } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { SellerPage } from '#web/shared/money/money-page.tsx'
import { bundlesQuery, useBundlesRefresh, type ShownBundles } from '../../api/bundles.ts'
import { bundleEditingMessages } from '../../messages/editing.en.ts'
import { BundleTable } from './bundle-table.tsx'
import '@apogee/ui/navigation/toolbar.css'

const BundleDialog = lazyOnPress(async () => (await import('./bundle-dialog.tsx')).BundleDialog)

/** Lists the seller's bundles, with the steps from draft to archive. */
export function BundlesPage({ user }: { user: CurrentUser }) {
  const text = useText(bundleEditingMessages)
  const notify = useNotify()
  const refresh = useBundlesRefresh()
  const { address, change } = useAddressFilter<'show'>()
  const state: ShownBundles = address.get('show') === 'archived' ? 'archived' : 'open'
  const [edited, setEdited] = useState<Bundle | 'new' | null>(null)
  const isForAll = user.role === 'superadmin'
  const list = useInfiniteQuery({
    ...bundlesQuery(useViewer(), state),
    enabled: !(user.role === 'instructor' && user.businessId !== null),
    placeholderData: keepPreviousData,
  })
  const create = (
    <Button variant="primary" icon="plus" onClick={() => setEdited('new')}>
      {text.newBundle}
    </Button>
  )
  return (
    <SellerPage
      user={user}
      title={text.title}
      lead={isForAll ? text.leadForAll : text.lead}
      notForTeachers={text.notForTeachers}
      actions={create}
    >
      <section className="ap-panel" data-clip="" aria-label={text.title}>
        <div className="ap-toolbar">
          <Select
            label={text.show}
            labelHidden
            value={state}
            options={[
              { value: 'open', label: text.open },
              { value: 'archived', label: text.archivedOnes },
            ]}
            onChange={({ target }) => change('show', target.value === 'archived' ? 'archived' : '')}
          />
        </div>
        <ListStates
          list={list}
          skeletons={4}
          titleAs="h2"
          failed={text.loadFailed}
          empty={
            <EmptyState
              titleAs="h2"
              title={state === 'open' ? text.none : text.noneArchived}
              text={state === 'open' ? text.noneHint : text.noneArchivedHint}
              action={state === 'open' ? create : undefined}
            />
          }
          shownOf={text.shownOf}
          counted={text.count}
          more={text.loadMore}
        >
          {(bundles) => <BundleTable bundles={bundles} onEdit={setEdited} />}
        </ListStates>
      </section>
      {edited === null ? null : (
        <BundleDialog
          user={user}
          bundle={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={({ title }) => {
            notify({ text: edited === 'new' ? text.created(title) : text.changed(title) })
            setEdited(null)
            void refresh()
          }}
        />
      )}
    </SellerPage>
  )
}
