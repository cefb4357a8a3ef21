/** Tests the place of a part that arrives after the lesson page. */
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { latePart } from '#web/features/learning/components/lesson/late-part.tsx'

test('a late part stands in its place before and after it arrives', async () => {
  let arrive: (part: () => string) => void = () => undefined
  const Part = latePart('pad', () => new Promise<() => string>((resolve) => (arrive = resolve)))
  const { container } = render(<Part />)
  expect(container.querySelector('.late-part[data-room=pad] > .ap-skeleton')).not.toBeNull()
  arrive(() => 'Here')
  expect((await screen.findByText('Here')).matches('.late-part[data-room=pad]')).toBe(true)
})
