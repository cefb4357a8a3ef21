import { ConfigError, readConfig } from './config.ts'

/** These are the minimum settings of a live installation. */
export const live = {
  APOGEE_ENV: 'live',
  CHIP_API_URL: 'live',
  TLS_ELSEWHERE: 'on',
  APP_SECRET: 'r8Wq2ZtN5vXc7LmK1pJd9HsG4fBy6QaT3eUi0oRw',
}

export function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}
