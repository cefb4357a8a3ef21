import { LinkButton } from '@apogee/ui/link-button.tsx'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { Head } from '#web/platform/head.tsx'
import { useText } from '#web/platform/messages.ts'
import { shellMessages } from './shell/messages.en.ts'

/** A screen that is on the map but not built: says so and leads to what works. */
export const unfinished = (title: string): ComponentType =>
  function Unfinished() {
    const text = useText(shellMessages)
    return (
      <div className="ap-wrap ap-section">
        <Head title={title} />
        <h1 className="ap-h1">{title}</h1>
        <p className="ap-lead">{text.unfinished}</p>
        <p>
          <LinkButton as={Link} to="/marketplace">
            {text.marketplace}
          </LinkButton>
        </p>
      </div>
    )
  }
