import { useState } from 'react'
import type { ComponentType } from 'react'
import { SegmentedControl } from '../src/fields/chip.tsx'
import { Cards, Covers, Drawings, Figures, Navigation, States, Tables } from './gallery-content.tsx'
import { Buttons, Choices, Fields, Marks } from './gallery-controls.tsx'
import { Bars, Notices, Overlays, Players } from './gallery-overlays.tsx'
import { Ends, Frames, Held, Links, LongTexts, Questions } from './gallery-states.tsx'

export const gallerySections: Readonly<Record<string, ComponentType>> = {
  Buttons,
  Links,
  Fields,
  Held,
  Choices,
  Marks,
  Figures,
  Notices,
  Overlays,
  Questions,
  Navigation,
  States,
  Cards,
  Covers,
  Tables,
  Ends,
  LongTexts,
  Players,
  Drawings,
  Bars,
  Frames,
}

/** Shows every component in its states, in either theme. */
export function Gallery({ theme: firstTheme = 'space' }: { theme?: 'space' | 'daylight' }) {
  const [theme, setTheme] = useState<'space' | 'daylight'>(firstTheme)
  return (
    <div className="ap-gallery" data-theme={theme} id="gallery">
      <main className="ap-wrap">
        <div className="ap-gallery-head">
          <h1 className="ap-h1">Components</h1>
          <SegmentedControl
            label="Theme"
            value={theme}
            onChange={setTheme}
            options={[
              { value: 'space', label: 'Deep space', icon: 'star' },
              { value: 'daylight', label: 'Daylight', icon: 'info' },
            ]}
          />
        </div>
        {Object.entries(gallerySections).map(([name, Group]) => (
          <Group key={name} />
        ))}
      </main>
    </div>
  )
}
