import type { WaitingSeller } from '@apogee/contracts/businesses/businesses.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { Link } from '#web/platform/router/router.tsx'
import { ListTable } from '#web/platform/lists/list-table.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { ShownDay } from '#web/platform/language/shown-day.tsx'
import { waitingSellersQuery } from '../../api/oversight.ts'
import { sellerMessages } from '../../messages/seller.en.ts'
import { ConfirmStep } from '#web/platform/forms/form-dialog.tsx'
import './oversight.css'

export function WaitingSellers() {
  const text = useText(sellerMessages)
  const [asked, setAsked] = useState<WaitingSeller | null>(null)
  const list = useInfiniteQuery(waitingSellersQuery())
  return (
    <>
      <p className="oversight-lead text-sm text-secondary">{text.lead}</p>
      <ListTable
        list={list}
        failed={text.failed}
        empty={<EmptyState titleAs="h2" title={text.none} text={text.noneHint} />}
        shownOf={text.shownOf}
        counted={text.count}
        more={text.more}
        caption={text.sellers}
        columns={[
          {
            id: 'seller',
            header: text.seller,
            phone: 'main',
            cell: (seller) => <Seller seller={seller} />,
          },
          {
            id: 'people',
            header: text.people,
            cell: (seller) => <People seller={seller} />,
          },
          {
            id: 'courses',
            header: text.paidCourses,
            align: 'end',
            cell: ({ courses }) => courses,
          },
          {
            id: 'since',
            header: text.since,
            align: 'end',
            cell: ({ appliedAt }) => <ShownDay at={appliedAt} />,
          },
          {
            id: 'approve',
            header: <span className="vh">{text.approve}</span>,
            align: 'end',
            cell: (seller) => (
              <Button
                size="sm"
                aria-label={text.approveSeller(nameOf(seller, text.nameless))}
                onClick={() => setAsked(seller)}
              >
                {text.approve}
              </Button>
            ),
          },
        ]}
      />
      {asked ? <Approval seller={asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

const nameOf = ({ name }: WaitingSeller, nameless: string): string => name ?? nameless

function Seller({ seller }: { seller: WaitingSeller }) {
  const text = useText(sellerMessages)
  const { kind, phone, address } = seller
  return (
    <span className="oversight-seller">
      <Link className="ap-link" to={`/platform/sellers/${seller.id}`}>
        <b>{nameOf(seller, text.nameless)}</b>
      </Link>
      <small>{kind === 'business' ? text.business : text.lone}</small>
      {phone ? <small>{phone}</small> : null}
      {address ? <small>{address}</small> : null}
    </span>
  )
}

function People({ seller }: { seller: WaitingSeller }) {
  const text = useText(sellerMessages)
  return (
    <ul className="oversight-people">
      {seller.people.map(({ name, email, isProven }) => (
        <li key={email}>
          <span>{name ? `${name}, ${email}` : email}</span>{' '}
          <Badge tone={isProven ? 'positive' : 'warning'}>{isProven ? text.proven : text.unproven}</Badge>
        </li>
      ))}
    </ul>
  )
}

function Approval({ seller, onClose }: { seller: WaitingSeller; onClose: () => void }) {
  const text = useText(sellerMessages)
  const queries = useQueryClient()
  const name = nameOf(seller, text.nameless)
  const isProven = seller.people.some((person) => person.isProven)
  const approve = useMutation({
    mutationFn: () => call('approveSeller', { params: { id: seller.id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['platform'] }),
  })
  return (
    <ConfirmStep
      step={approve}
      title={text.question(name)}
      text={isProven ? text.consequence : `${text.consequence} ${text.stillUnproven}`}
      action={text.approve}
      busyLabel={text.approving}
      tone="primary"
      failed={text.approveFailed}
      notice={() => text.approved(name)}
      onClose={onClose}
    />
  )
}
