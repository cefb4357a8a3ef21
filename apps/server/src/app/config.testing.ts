import { ConfigError, readConfig } from './config.ts'

/** The least that a live installation sets. */
export const live = { APOGEE_ENV: 'live', CHIP_API_URL: 'live', APP_SECRET: 'x'.repeat(48) }

export function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}
