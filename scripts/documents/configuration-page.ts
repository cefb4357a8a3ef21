/**
 * Generates docs/configuration.md from the tables of the server: the variables, and what a live installation refuses. Run the
 * script to write the page; a test compares them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { descriptions } from '../../apps/server/src/app/config/config-descriptions.ts'
import { livePromises } from '../../apps/server/src/app/config/config-live.ts'
import {
  variables,
  type Variable,
  type VariableName,
} from '../../apps/server/src/app/config/config-variables.ts'

const path = join(import.meta.dirname, '../../docs/configuration.md')
const begin = '<!-- configuration: written by scripts/documents/configuration-page.ts -->'

const liveIntroduction =
  'Each start with `APOGEE_ENV=live` also refuses a database that ever held the demo school, a `PACKAGE_ORIGIN` without https, and a missing `TRUSTED_PROXIES` behind a proxy. Of the settings it'

/** Names the setting that each promise of a live installation is about. */
export const promiseSettings: readonly string[] = Object.keys(livePromises).map(
  (name) => name.split(/[= ]/)[0] ?? '',
)

function variableList(): string {
  const items = Object.entries<Variable>(variables).map(([name, { mayBeFile }]) => {
    const { byDefault, meaning } = descriptions[name as VariableName]
    const live = promiseSettings.includes(name) ? ' ‡' : ''
    return `- \`${name}\`${mayBeFile ? ' †' : ''}${live} (${byDefault}): ${meaning}`
  })
  return items.join('\n')
}

function liveList(): string {
  const lines = Object.values(livePromises).map(
    ({ sentence }) => `- ${sentence.replace('APOGEE_ENV=live ', '')}.`,
  )
  return ['## What live refuses', '', liveIntroduction, '', ...lines].join('\n')
}

/** Returns the page as it is (`written`) and as the tables generate it (`right`). */
export function configurationPage(): { written: string; right: string } {
  const written = readFileSync(path, 'utf8')
  const before = written.split(begin)[0] ?? ''
  return { written, right: `${before}${begin}\n\n${variableList()}\n\n${liveList()}\n` }
}

if (import.meta.main) writeFileSync(path, configurationPage().right)
