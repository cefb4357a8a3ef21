import { Button } from '@apogee/ui/button.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { useCopy } from '#web/platform/page/use-copy.ts'
import { sourcesMessages } from '../messages/sources.en.ts'
import './sources.css'

interface TaggedCourse {
  id: number
  title: string
}

/** Returns the URL of a sales page with the tags that the figures read. */
export function taggedAddress(
  origin: string,
  courseId: number,
  { source, campaign }: { source: string; campaign: string },
): string {
  const address = new URL(`/sp/${courseId}/`, origin)
  if (source.trim()) address.searchParams.set('utm_source', source.trim())
  if (source.trim() && campaign.trim()) address.searchParams.set('utm_campaign', campaign.trim())
  return address.href
}

/** Turns a source name into a URL to share. With several courses, the user chooses one first. */
export function TagLink({ courses, chosen }: { courses: readonly TaggedCourse[]; chosen: number | null }) {
  const text = useText(sourcesMessages)
  const [picked, setPicked] = useState<number | null>(null)
  const [source, setSource] = useState('')
  const [campaign, setCampaign] = useState('')
  const courseId = chosen ?? picked ?? courses[0]?.id
  const address = courseId === undefined ? '' : taggedAddress(location.origin, courseId, { source, campaign })
  const { copied, copy } = useCopy(address, { success: text.linkCopied, failed: text.copyFailed })
  if (courseId === undefined) return <p className="text-secondary">{text.noCourse}</p>
  return (
    <div className="sources-tag">
      <p className="text-sm text-secondary">{text.tagLead}</p>
      <div className="sources-tag-fields">
        {chosen === null ? (
          <Select
            label={text.course}
            value={String(courseId)}
            options={courses.map(({ id, title }) => ({ value: String(id), label: title }))}
            onChange={(event) => setPicked(Number(event.target.value))}
          />
        ) : null}
        <TextField
          label={text.tagName}
          hint={text.tagNameHint}
          value={source}
          maxLength={48}
          autoComplete="off"
          autoCapitalize="none"
          onChange={(event) => setSource(event.target.value)}
        />
        <TextField
          label={text.campaign}
          hint={text.campaignHint}
          value={campaign}
          maxLength={48}
          autoComplete="off"
          autoCapitalize="none"
          onChange={(event) => setCampaign(event.target.value)}
        />
      </div>
      <div className="sources-tag-address">
        <TextField label={text.address} value={address} readOnly onFocus={(event) => event.target.select()} />
        <Button icon={copied ? 'check' : 'link'} disabled={source.trim() === ''} onClick={copy}>
          {copied ? text.copied : text.copy}
        </Button>
      </div>
    </div>
  )
}
