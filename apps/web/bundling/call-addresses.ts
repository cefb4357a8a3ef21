/**
 * Writes the address of a call behind its name where the call is made, so that a page loads the addresses of its own calls only
 * (docs/decisions/first-load.md). A call whose name is computed loads the list of all addresses first (deferred-calls.ts).
 */
import { furtherRoutes } from '@apogee/contracts/routes.further.ts'
import type { Plugin } from 'vite'

const lines: ReadonlyMap<string, string> = new Map(Object.entries(furtherRoutes))

/** The pattern matches the first argument of the functions of client.ts and save-file.ts that take the name of a call. */
const named = /(?<![.\w$])(?:call|addressOf|saveFile)\([^,(){}]*/g
const literal = /(["'])(\w+)\1/g
const importsClient = /from ["'][^"']*\/(?:client|save-file)\.ts["']/

/** `call("listNotes", …)` becomes `call("listNotes GET /courses/:courseId/notes", …)`. */
export const withAddresses = (code: string): string =>
  importsClient.test(code)
    ? code.replaceAll(named, (start) =>
        start.replaceAll(literal, (text, quote: string, name: string) => {
          const line = lines.get(name)
          return line === undefined ? text : `${quote}${name} ${line}${quote}`
        }),
      )
    : code

/** The plugin runs after Vite has removed the types. */
export const callAddresses: Plugin = {
  name: 'call-addresses',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/web\/src\/.+\.tsx?$/ },
    handler: (code) => ({ code: withAddresses(code), map: null }),
  },
}
