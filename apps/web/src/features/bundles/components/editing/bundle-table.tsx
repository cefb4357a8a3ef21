import type { Bundle } from '@apogee/contracts/bundles/bundles.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { Badge, type BadgeTone } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { Table } from '@apogee/ui/figures/table.tsx'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { changeBundleState, useBundlesRefresh } from '../../api/bundles.ts'
import { bundleEditingMessages } from '../../messages/editing.en.ts'
import './editing.css'

const tones: Record<Bundle['state'], BadgeTone> = {
  draft: 'neutral',
  published: 'positive',
  archived: 'neutral',
}

export function BundleTable({
  bundles,
  onEdit,
}: {
  bundles: readonly Bundle[]
  onEdit: (bundle: Bundle) => void
}) {
  const text = useText(bundleEditingMessages)
  return (
    <Table
      caption={text.title}
      rows={bundles}
      rowKey={({ id }) => id}
      columns={[
        { id: 'bundle', header: text.bundle, phone: 'main', cell: (bundle) => <Title bundle={bundle} /> },
        {
          id: 'courses',
          header: text.courses,
          cell: ({ courses }) => courses.map(({ title }) => title).join(', '),
        },
        { id: 'price', header: text.price, cell: (bundle) => <Price bundle={bundle} /> },
        { id: 'state', header: text.state, cell: (bundle) => <State bundle={bundle} /> },
        {
          id: 'actions',
          header: <span className="vh">{text.actions}</span>,
          align: 'end',
          phone: 'field',
          cell: (bundle) => <Actions bundle={bundle} onEdit={onEdit} />,
        },
      ]}
    />
  )
}

function Title({ bundle: { id, title, seller, isOnSale } }: { bundle: Bundle }) {
  const text = useText(bundleEditingMessages)
  return (
    <span className="bundle-two">
      <b>
        {isOnSale ? (
          <Link className="ap-link" to={`/bundles/${id}`}>
            {title}
          </Link>
        ) : (
          title
        )}
      </b>
      {seller === null ? null : <span>{text.sellerOf(seller)}</span>}
    </span>
  )
}

function Price({ bundle: { price, courses } }: { bundle: Bundle }) {
  const text = useText(bundleEditingMessages)
  const saving = courses.reduce((sum, course) => sum + course.price, 0) - price
  return (
    <span className="bundle-two">
      <span>{formatRinggit(price)}</span>
      {saving > 0 ? <span>{text.saves(formatRinggit(saving))}</span> : null}
    </span>
  )
}

/** Names the courses for which a published bundle is off sale. */
function State({ bundle: { state, isOnSale, courses } }: { bundle: Bundle }) {
  const text = useText(bundleEditingMessages)
  if (state !== 'published' || isOnSale) return <Badge tone={tones[state]}>{text[state]}</Badge>
  const unsold = courses.filter(({ isSold }) => !isSold).map(({ title }) => title)
  return (
    <span className="bundle-two">
      <Badge tone="warning">{text.offSale}</Badge>
      <span>{unsold.length === 0 ? text.tooFew : text.offSaleBecause(unsold.join(', '))}</span>
    </span>
  )
}

/** Changes the state of a bundle. Archiving can be undone from its notice and, later, from the list of archived bundles. */
function useStateChange(bundle: Bundle) {
  const text = useText(bundleEditingMessages)
  const notify = useNotify()
  const refresh = useBundlesRefresh()
  const change = useAnnouncedMutation({
    mutationFn: (state: Bundle['state']) => changeBundleState(bundle, state),
    failed: text.changeFailed,
    onSuccess: async ({ data }, state) => {
      const { title } = data
      if (state === 'archived')
        notify({
          text: text.archivedNow(title),
          link: (
            <Button size="sm" variant="quiet" onClick={() => change.mutate(bundle.state)}>
              {text.undo}
            </Button>
          ),
        })
      else if (state === 'draft') notify({ text: text.backNow(title) })
      else notify({ text: bundle.state === 'draft' ? text.publishedNow(title) : text.backOnSale(title) })
      await refresh()
    },
  })
  return change
}

function Actions({ bundle, onEdit }: { bundle: Bundle; onEdit: (bundle: Bundle) => void }) {
  const text = useText(bundleEditingMessages)
  const { title, state } = bundle
  const change = useStateChange(bundle)
  const step = (to: Bundle['state'], label: string, name: string, variant?: 'quiet' | 'primary') => (
    <Button
      size="sm"
      variant={variant}
      aria-label={name}
      busy={change.isPending && change.variables === to}
      busyLabel={text.saving}
      onClick={() => change.mutate(to)}
    >
      {label}
    </Button>
  )
  return (
    <span className="bundle-actions">
      {state === 'archived' ? null : (
        <Button size="sm" aria-label={text.editOf(title)} onClick={() => onEdit(bundle)}>
          {text.edit}
        </Button>
      )}
      {state === 'draft' ? step('published', text.publish, text.publishOf(title), 'primary') : null}
      {state === 'archived'
        ? step('draft', text.bringBack, text.bringBackOf(title))
        : step('archived', text.archive, text.archiveOf(title), 'quiet')}
    </span>
  )
}
