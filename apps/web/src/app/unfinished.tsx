import { LinkButton } from '@apogee/ui/link-button.tsx'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { Head } from '#web/platform/head.tsx'
import { useText } from '#web/platform/messages.ts'
import { unfinishedMessages } from './unfinished-messages.en.ts'

type Screen = Exclude<keyof typeof unfinishedMessages.en, 'notOpenYet' | 'goToMarketplace'>

/** A screen that is on the map but not built: says so and leads to what works. */
export const unfinished = (screen: Screen): ComponentType =>
  function Unfinished() {
    const text = useText(unfinishedMessages)
    return (
      <div className="ap-wrap ap-section">
        <Head title={text[screen]} />
        <h1 className="ap-h1">{text[screen]}</h1>
        <p className="ap-lead">{text.notOpenYet}</p>
        <p>
          <LinkButton as={Link} to="/marketplace">
            {text.goToMarketplace}
          </LinkButton>
        </p>
      </div>
    )
  }
