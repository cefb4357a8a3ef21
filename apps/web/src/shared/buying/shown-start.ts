import { createContext } from 'react'

/**
 * Provides the start that stands above the buttons: the id of a cohort, or null to begin at once. A purchase or enrolment by one of
 * the buttons sends it.
 */
export const ShownStart = createContext<number | null>(null)
