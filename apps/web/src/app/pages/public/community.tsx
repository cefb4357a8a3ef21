import { Breadcrumb } from '@apogee/ui/navigation/breadcrumb.tsx'
import '#web/features/community/components/community.css'
import { usersIcon } from '@apogee/ui/icons/more-icons.ts'
import { Button } from '@apogee/ui/button.tsx'
import { SegmentedControl } from '@apogee/ui/fields/chip.tsx'
import { useState } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { withParameter } from '#web/platform/lists/search-address.ts'
import { useNavigate, useSearchParams } from '#web/platform/router/router.tsx'
import { DiscussionDialog, GroupDialog } from '#web/features/community/components/discussions/dialogs.tsx'
import { DiscussionList } from '#web/features/community/components/discussions/discussion-list.tsx'
import { GroupList } from '#web/features/community/components/groups/group-list.tsx'
import { communityMessages } from '#web/features/community/messages/community.en.ts'
import { WaitingNotices } from '#web/features/community/components/waiting-notices.tsx'
import type { OnlyThose } from '#web/features/community/api/community.ts'
import { AddressSearch } from '#web/platform/lists/address-search.tsx'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'

type Dialog = 'group' | 'discussion'

/** Search and filter are in the address, so that Back returns to the same list. */
export function Component() {
  const text = useText(communityMessages)
  const navigate = useNavigate()
  const [address, setAddress] = useSearchParams()
  const [open, setOpen] = useState<Dialog | null>(null)
  const search = address.get('search')?.trim().slice(0, 200) ?? ''
  const mine = address.get('groups') === 'mine'
  const show = address.get('show')
  const only = show === 'reported' || show === 'unanswered' ? show : null
  const change = (name: string, value: string) => setAddress(withParameter(name, value), { replace: true })
  const close = () => setOpen(null)
  return (
    <>
      <Head title={text.community} />
      <PageHead search={search} onSearch={(typed) => change('search', typed)} onOpen={setOpen} />
      <div className="ap-wrap grid gap-12 pb-16 pt-4">
        {only ? null : <WaitingNotices />}
        <Groups
          filter={{ search, mine }}
          onChoose={(chosen) => change('groups', chosen === 'mine' ? 'mine' : '')}
          onCreate={() => setOpen('group')}
        />
        <Discussions
          search={search}
          only={only}
          onAll={() => change('show', '')}
          onCreate={() => setOpen('discussion')}
        />
      </div>
      {open === 'group' ? (
        <GroupDialog group={null} onClose={close} onSaved={(id) => navigate(`/community/groups/${id}`)} />
      ) : null}
      {open === 'discussion' ? (
        <DiscussionDialog onClose={close} onSaved={(id) => navigate(`/community/discussions/${id}`)} />
      ) : null}
    </>
  )
}

function PageHead({
  search,
  onSearch,
  onOpen,
}: {
  search: string
  onSearch: (typed: string) => void
  onOpen: (dialog: Dialog) => void
}) {
  const text = useText(communityMessages)
  return (
    <div className="ap-page-head community-head">
      <div className="ap-wrap">
        <div>
          <Breadcrumb
            as={Link}
            label={text.breadcrumb}
            places={[['/dashboard', text.dashboard]]}
            current={text.community}
          />
          <h1 className="ap-h1 mt-1">{text.community}</h1>
          <p className="mt-2 text-secondary">{text.lead}</p>
        </div>
        <div className="community-actions">
          <Button icon={usersIcon} onClick={() => onOpen('group')}>
            {text.createGroup}
          </Button>
          <Button variant="primary" icon="plus" onClick={() => onOpen('discussion')}>
            {text.newDiscussion}
          </Button>
        </div>
        <AddressSearch
          label={text.search}
          placeholder={text.searchPlaceholder}
          applied={search}
          onApply={onSearch}
        />
      </div>
    </div>
  )
}

function Groups({
  filter,
  onChoose,
  onCreate,
}: {
  filter: { search: string; mine: boolean }
  onChoose: (chosen: 'all' | 'mine') => void
  onCreate: () => void
}) {
  const text = useText(communityMessages)
  return (
    <section className="min-w-0" aria-labelledby="groups-title">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id="groups-title" className="ap-h3">
          {text.studyGroups}
        </h2>
        <SegmentedControl<'all' | 'mine'>
          label={text.whichGroups}
          value={filter.mine ? 'mine' : 'all'}
          onChange={onChoose}
          options={[
            { value: 'all', label: text.allGroups },
            { value: 'mine', label: text.myGroups },
          ]}
        />
      </div>
      <GroupList
        filter={filter}
        onAll={() => onChoose('all')}
        createButton={<Button onClick={onCreate}>{text.createGroup}</Button>}
      />
    </section>
  )
}

function Discussions({
  search,
  only,
  onAll,
  onCreate,
}: {
  search: string
  only: OnlyThose
  onAll: () => void
  onCreate: () => void
}) {
  const text = useText(communityMessages)
  return (
    <section className="min-w-0" aria-labelledby="discussions-title">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id="discussions-title" className="ap-h3">
          {only === 'reported'
            ? text.reportedDiscussions
            : only
              ? text.unansweredQuestions
              : text.discussions}
        </h2>
        {only ? (
          <Button size="sm" onClick={onAll}>
            {text.allDiscussions}
          </Button>
        ) : null}
      </div>
      <DiscussionList
        search={search}
        only={only}
        emptyHint={text.noDiscussionsHint}
        emptyAction={<Button onClick={onCreate}>{text.newDiscussion}</Button>}
      />
    </section>
  )
}
