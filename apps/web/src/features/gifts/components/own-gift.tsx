import type { Gift } from '@apogee/contracts/gifts/gifts.ts'
import { languageNames, languages } from '@apogee/domain/languages.ts'
import { startOfDayAsText } from '@apogee/domain/time/malaysia-time.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { pencilIcon } from '@apogee/ui/icons/more-icons.ts'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { dateInWords, timeInWords } from '#web/platform/language/dates.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useSession, useViewer } from '#web/platform/session/session.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { DownloadButton } from '#web/platform/transfer/download.tsx'
import { saveFile } from '#web/platform/transfer/save-file.ts'
import { giftQuery } from '../api/gifts.ts'
import { ownGiftMessages } from '../messages/own-gift.en.ts'
import { CopyGiftLink } from './copy-gift-link.tsx'
import { GiftCard } from './gift-card.tsx'
import './gifts.css'

const ChangeGiftDialog = lazyOnPress(async () => (await import('./change-gift-dialog.tsx')).ChangeGiftDialog)

/** Shows a gift on its buyer's purchase: to whom it goes, its state, and what the buyer can do until it is taken. */
export function OwnGift({ purchaseId, refundId }: { purchaseId: string; refundId: string | null }) {
  const text = useText(ownGiftMessages)
  const { loading } = useText(platformMessages)
  const { user } = useSession()
  const { data, error, refetch } = useQuery(giftQuery(purchaseId, useViewer()))
  const gift = data?.data
  return (
    <section className="ap-panel gifts-own" data-padded="" aria-labelledby="gift-heading">
      <h2 className="ap-h3" id="gift-heading">
        {text.heading}
      </h2>
      {gift ? (
        <>
          {gift.isPassedOn ? null : (
            <GiftCard
              recipientName={gift.recipientName}
              from={user?.name ?? user?.email ?? null}
              message={gift.message}
              language={gift.language}
              courses={gift.courses.map(({ title }) => title)}
            />
          )}
          <Facts gift={gift} />
          {gift.code === null ? null : <Actions gift={gift} refundId={refundId} />}
        </>
      ) : error ? (
        <LoadFailure title={text.readFailed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label={loading}>
          <Skeleton shape="block" />
        </Loading>
      )}
    </section>
  )
}

function useStateText(gift: Gift): string {
  const { state, recipientEmail, sendOn, mailedAt, takenAt, isPassedOn } = gift
  const text = useText(ownGiftMessages)
  const language = useLanguage()
  if (isPassedOn && takenAt === null) return text.passedOn
  if (gift.code === null && (state === 'waiting' || state === 'sent')) return text.returning
  switch (state) {
    case 'unpaid':
      return text.state_unpaid
    case 'waiting':
      if (recipientEmail === '') return text.waitsForYou
      return sendOn === null
        ? text.waitsForMail
        : text.waitsForDay(dateInWords(startOfDayAsText(sendOn), language))
    case 'sent':
      return mailedAt === null ? text.waitsForMail : text.sentAt(timeInWords(mailedAt, language))
    case 'taken':
      return takenAt === null ? text.state_taken : text.takenAt(timeInWords(takenAt, language))
    case 'returned':
      return text.state_returned
  }
}

function Facts({ gift }: { gift: Gift }) {
  const text = useText(ownGiftMessages)
  return (
    <dl className="gifts-facts">
      {gift.isPassedOn ? null : (
        <>
          <Fact term={text.to}>{gift.recipientName}</Fact>
          {gift.recipientEmail === '' && gift.code === null ? null : (
            <Fact term={text.toAddress}>
              {gift.recipientEmail === '' ? text.noAddress : gift.recipientEmail}
            </Fact>
          )}
        </>
      )}
      <Fact term={text.state}>{useStateText(gift)}</Fact>
      {gift.code === null ? null : (
        <Fact term={text.code}>
          <code translate="no">{gift.code}</code>
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

function Actions({ gift, refundId }: { gift: Gift; refundId: string | null }) {
  const text = useText(ownGiftMessages)
  const queries = useQueryClient()
  const [isChanging, setChanging] = useState(false)
  const send = useAnnouncedMutation({
    mutationFn: () => call('sendGift', { params: { id: gift.id }, body: {} }),
    failed: text.sendFailed,
    notice: ({ data }) => text.sent(data.recipientEmail),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['gift'] }),
  })
  return (
    <>
      <div className="gifts-actions">
        {gift.link === null ? null : <CopyGiftLink link={gift.link} />}
        {gift.recipientEmail === '' ? null : (
          <Button busy={send.isPending} busyLabel={text.sending} onClick={() => send.mutate()}>
            {gift.state === 'sent' ? text.sendAgain : text.sendNow}
          </Button>
        )}
        <Button icon={pencilIcon} onClick={() => setChanging(true)}>
          {text.change}
        </Button>
        {refundId === null ? null : (
          <LinkButton as={Link} to={`#${refundId}`} variant="quiet" icon="undo">
            {text.takeBack}
          </LinkButton>
        )}
      </div>
      <div className="gifts-actions" role="group" aria-label={text.card}>
        {languages.map((language) => (
          <DownloadButton
            key={language}
            size="sm"
            variant="quiet"
            label={text.cardIn(languageNames[language])}
            busyLabel={text.downloading}
            failed={text.downloadFailed}
            save={() =>
              saveFile('downloadGiftCard', { id: gift.id }, `apogee-gift-${language}.pdf`, { language })
            }
          />
        ))}
      </div>
      {isChanging ? <ChangeGiftDialog gift={gift} onClose={() => setChanging(false)} /> : null}
    </>
  )
}
