import type { AnswerOf } from '@apogee/contracts/endpoints.ts'
import { Button } from '@apogee/ui/button.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateInWords } from '#web/platform/language/dates.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { secondFactorQuery } from '../../api/second-factor.ts'
import { requiredFactorMessages } from '../../messages/security/required-factor.en.ts'
import { secondFactorMessages } from '../../messages/security/second-factor.en.ts'
import { settingsMessages } from '../../messages/settings.en.ts'
import { NewCodesDialog, SetUpDialog, TurnOffDialog } from './second-factor-dialogs.tsx'
import { OwnFactorRemoval } from './own-factor-removal.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

type Opened = 'set up' | 'turn off' | 'new codes' | { codes: readonly string[] } | null

/** Shows in Settings whether the user's own sign-ins require a second factor. */
export function SecondFactorSection({ userId }: { userId: number }) {
  const text = useText(secondFactorMessages)
  const { secondFactor } = useText(settingsMessages)
  const state = useQuery(secondFactorQuery(userId))
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const showCodes = (codes: readonly string[]) => setOpened({ codes })
  return (
    <SettingsSection headingId="second-factor-heading" title={secondFactor} lead={text.lead}>
      <LoadStates query={state} skeleton={<SkeletonRows count={1} />} failed={text.failed}>
        {({ data }) => (
          <>
            {data.removedAt !== null ? <OwnFactorRemoval userId={userId} removedAt={data.removedAt} /> : null}
            <State {...data} onOpen={setOpened} />
          </>
        )}
      </LoadStates>
      {opened === 'set up' ? <SetUpDialog userId={userId} onDone={showCodes} onClose={close} /> : null}
      {opened === 'turn off' ? <TurnOffDialog userId={userId} onClose={close} /> : null}
      {opened === 'new codes' ? <NewCodesDialog userId={userId} onDone={showCodes} onClose={close} /> : null}
      {opened !== null && typeof opened === 'object' ? (
        <RecoveryCodesDialog codes={opened.codes} onClose={close} />
      ) : null}
    </SettingsSection>
  )
}

function State({
  since,
  recoveryCodesLeft,
  requirement,
  onOpen,
}: AnswerOf<'readSecondFactor'>['data'] & { onOpen: (opened: Opened) => void }) {
  const text = useText(secondFactorMessages)
  const required = useText(requiredFactorMessages)
  const language = useLanguage()
  if (since === null) {
    const without = { none: text.off, required: required.required, demo: required.inDemo }
    return (
      <>
        <p>{without[requirement]}</p>
        <div>
          <Button onClick={() => onOpen('set up')}>{text.turnOn}</Button>
        </div>
      </>
    )
  }
  return (
    <>
      <p>
        {text.on(dateInWords(since, language))} {text.codesLeft(recoveryCodesLeft)}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => onOpen('new codes')}>{text.newCodes}</Button>
        <Button onClick={() => onOpen('turn off')}>{text.turnOff}</Button>
      </div>
    </>
  )
}
