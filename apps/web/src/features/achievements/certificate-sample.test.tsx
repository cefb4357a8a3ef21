import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PreferencesProvider } from '#web/platform/language/preferences.tsx'
import { CertificateSample } from './components/certificate-sample.tsx'

test("a sample of a certificate has the course's title, a placeholder for the name, and says that it is a sample", () => {
  const { container } = render(
    <PreferencesProvider
      initial={{ language: 'en', theme: 'space', offered: null }}
      prepare={() => Promise.resolve()}
    >
      <CertificateSample courseTitle="Practical Machine Learning" watchedPercent={80} quizPercent={null} />
    </PreferencesProvider>,
  )
  expect([...container.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    'Certificate of completion',
    'Your name',
    'Practical Machine Learning',
  ])
  expect(screen.getByText('Sample')).toBeTruthy()
  expect(screen.getByRole('figure').textContent).toContain(
    'Yours when you have completed every lesson and watched at least 80% of each video.',
  )
})
