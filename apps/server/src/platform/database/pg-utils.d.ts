declare module 'pg/lib/utils.js' {
  /** A parameter as the driver sends it. Throws for a value that refers to itself. */
  export function prepareValue(value: unknown): string | Buffer | null
}
