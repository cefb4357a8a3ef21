/** Reads values of secret variables from files. `NAME_FILE` names the file that contains the value of `NAME`. */
import { readFileSync, statSync } from 'node:fs'

type Environment = Record<string, string | undefined>

const mostBytes = 65_536

const causes: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'may not be read by this user',
  EPERM: 'may not be read by this user',
  ENAMETOOLONG: 'does not exist',
}

/**
 * Returns the environment with the values from files, and a sentence for each variable whose file cannot be read. The sentence
 * repeats neither the value nor the path, because operators sometimes put the secret itself in place of the path.
 */
export function withSecretFiles(
  environment: Environment,
  names: readonly string[],
): { environment: Environment; problems: string[] } {
  const values: Record<string, string> = {}
  const problems: string[] = []
  for (const name of names) {
    const variable = `${name}_FILE`
    const path = environment[variable]?.trim() ?? ''
    if (path === '') continue
    if ((environment[name] ?? '').trim() !== '') {
      problems.push(`${name} and ${variable} are both set: keep one of them`)
      continue
    }
    const content = contentOf(path)
    if ('value' in content) values[name] = content.value
    else
      problems.push(
        `${variable} must name a file with one line, the value: its file ${content.problem}. ${exampleOf(name)}`,
      )
  }
  return { environment: { ...environment, ...values }, problems }
}

const exampleOf = (name: string) =>
  `Example: ${name}_FILE=/etc/apogee/secrets/${name.toLowerCase().replaceAll('_', '-')}`

function contentOf(path: string): { value: string } | { problem: string } {
  try {
    const file = statSync(path)
    // A file of another kind, such as a pipe or a device, could block the start.
    if (!file.isFile()) return { problem: 'is a folder or a device' }
    if (file.size > mostBytes) return { problem: `has more than ${mostBytes} bytes` }
    const value = readFileSync(path, 'utf8').trim()
    if (value === '') return { problem: 'is empty' }
    return /[\r\n\0]/.test(value) ? { problem: 'has more than one line' } : { value }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'an unknown error'
    return { problem: causes[code] ?? `cannot be read (${code})` }
  }
}
