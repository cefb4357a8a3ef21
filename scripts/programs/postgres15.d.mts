/** The folder contains `initdb` and `postgres`. */
export function findPostgres15(): string | undefined
