/** The folder with `initdb` and `postgres`. */
export function findPostgres15(): string | undefined
